namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>Which namespaces of an assembly use which others of it, with a pair of types to show for each arrow.</summary>
internal sealed class NamespaceArrows
{
    private readonly Dictionary<(string From, string To), string> _examples = [];
    private readonly ILookup<string, string> _used;

    public NamespaceArrows(Assembly assembly, string root, IEnumerable<string> sources)
    {
        foreach (var type in assembly.GetTypes().Where(type => IsOurs(type, root)))
        {
            foreach (var used in TypeUses.Of(type).Where(used => used.Assembly == assembly && IsOurs(used, root) && used.Namespace != type.Namespace))
            {
                _examples.TryAdd((type.Namespace!, used.Namespace!), $"{type} uses {used}");
            }
        }

        foreach (var (from, used) in ConstantUses.Of(assembly, sources).Where(use => IsOurs(use.Used, root) && use.Used.Namespace != use.Namespace))
        {
            _examples.TryAdd((from, used.Namespace!), $"a source of {from} names a constant of {used}");
        }

        _used = _examples.Keys.ToLookup(arrow => arrow.From, arrow => arrow.To);
    }

    /// <summary>An example for each arrow that leads back to where it comes from.</summary>
    public IEnumerable<string> OnACycle =>
        _examples.Where(arrow => Reached(arrow.Key.To).Contains(arrow.Key.From)).Select(arrow => $"{arrow.Key.From} -> {arrow.Key.To}: {arrow.Value}").Order(StringComparer.Ordinal);

    private static bool IsOurs(Type type, string root) => type.Namespace == root || type.Namespace?.StartsWith(root + ".", StringComparison.Ordinal) == true;

    private HashSet<string> Reached(string from)
    {
        var reached = new HashSet<string>();
        var next = new Stack<string>(_used[from]);
        while (next.TryPop(out var name))
        {
            if (reached.Add(name))
            {
                Array.ForEach([.. _used[name]], next.Push);
            }
        }

        return reached;
    }
}
