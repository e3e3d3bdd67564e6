using System.Collections.Concurrent;

namespace TimerProbe.VSphere.Sessions;

/// <summary>The property paths a server has refused, so that each is refused only once.</summary>
internal sealed class RefusedPaths
{
    private readonly ConcurrentDictionary<(string Type, string Path), bool> _refused = new();

    public HashSet<string> Of(string type) => [.. _refused.Keys.Where(refused => refused.Type == type).Select(refused => refused.Path)];

    /// <summary>Remembers what an InvalidProperty fault is about.</summary>
    /// <returns>False when none of these paths is meant.</returns>
    public bool Learn(string type, IEnumerable<string> asked, VSphereException error)
    {
        if (error.Fault is not { Type: "InvalidProperty", Name: { Length: > 0 } name })
        {
            return false;
        }

        // Older servers name the part they do not know, newer ones the whole path.
        var meant = asked
            .Where(path =>
                path == name
                    || path.StartsWith(name + ".", StringComparison.Ordinal)
                    || path.EndsWith("." + name, StringComparison.Ordinal))
            .ToList();
        return meant.Count > 0 && meant.TrueForAll(path => _refused.TryAdd((type, path), value: true));
    }
}
