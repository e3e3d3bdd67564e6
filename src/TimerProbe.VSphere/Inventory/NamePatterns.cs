using TimerProbe.Core.Names;

namespace TimerProbe.VSphere.Inventory;

/// <summary>The names or globs of one kind that are asked for; none at all asks for everything.</summary>
internal sealed class NamePatterns(IEnumerable<string> patterns)
{
    private readonly Glob[] _globs = [.. patterns.Select(pattern => new Glob(pattern.Trim('/')))];
    private readonly HashSet<Glob> _met = [];

    public bool IsEmpty => _globs.Length == 0;

    /// <summary>The patterns that nothing has matched so far.</summary>
    public IEnumerable<string> Unmet => _globs.Where(glob => !_met.Contains(glob)).Select(glob => glob.Pattern);

    /// <summary>Whether one of the names is asked for.</summary>
    public bool Take(IEnumerable<string> names)
    {
        var taken = IsEmpty;
        foreach (var name in names)
        {
            foreach (var glob in _globs)
            {
                if (glob.IsMatch(name))
                {
                    _met.Add(glob);
                    taken = true;
                }
            }
        }

        return taken;
    }

    /// <summary>Whether the name is asked for; one that is not known is not.</summary>
    public bool Take(string? name) => name is null ? IsEmpty : Take([name]);
}
