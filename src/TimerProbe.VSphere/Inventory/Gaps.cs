using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>What objects of one kind did not tell, gathered to one sentence for each reason.</summary>
/// <param name="one">The kind of object: <c>virtual machine</c>.</param>
/// <param name="many">Several of them: <c>virtual machines</c>.</param>
internal sealed class Gaps(string one, string many)
{
    // A server words its faults as it likes, for each object in another way.
    private const int MostReasons = 20;
    private const int MostPaths = 50;

    private readonly Dictionary<string, Group> _groups = new(StringComparer.Ordinal);

    /// <summary>Whether the object is not there any more, and no gap.</summary>
    public static bool IsGone(ObjectContent content) => content.MissingSet.Any(missing => missing.Fault.Type == "ManagedObjectNotFound");

    /// <summary>Notes the properties an object could not be asked for.</summary>
    public void Add(string name, IReadOnlyList<MissingProperty> missing)
    {
        foreach (var reason in missing.GroupBy(gap => Reason(gap.Fault), StringComparer.Ordinal))
        {
            Add(name, $"could not be read in full: {reason.Key}", reason.Select(gap => gap.Path));
        }
    }

    /// <summary>Notes something else that an object lacks.</summary>
    /// <param name="name">The object's name.</param>
    /// <param name="what">The sentence after the number and kind of the objects.</param>
    public void Add(string name, string what) => Add(name, what, []);

    /// <summary>A sentence for each reason.</summary>
    public IEnumerable<string> Sentences() => _groups.Select(reason =>
    {
        var (what, group) = reason;
        var paths = group.Paths.Count > 0 ? " on " + NameList.Of(group.Paths, group.Paths.Count) : "";
        return $"{group.Count} {(group.Count == 1 ? one : many)} {what}{paths}: {NameList.Of(group.Names, group.Count)}";
    });

    private static string Reason(VSphereFault fault) => fault switch
    {
        { Type: "NoPermission", PrivilegeId: { Length: > 0 } privilege } => $"no permission ({privilege})",
        { Type: "NoPermission" } => "no permission",
        { Message.Length: > 0 } => fault.Message,
        _ => fault.Type,
    };

    private void Add(string name, string what, IEnumerable<string> paths)
    {
        if (_groups.Count >= MostReasons && !_groups.ContainsKey(what))
        {
            what = "could not be read in full, for yet other reasons";
        }

        if (!_groups.TryGetValue(what, out var group))
        {
            _groups.Add(what, group = new Group());
        }

        group.Count++;
        if (group.Paths.Count < MostPaths)
        {
            group.Paths.UnionWith(paths.Take(MostPaths));
        }

        if (group.Names.Count < NameList.Most)
        {
            group.Names.Add(name);
        }
    }

    private sealed class Group
    {
        public int Count { get; set; }

        public List<string> Names { get; } = [];

        public SortedSet<string> Paths { get; } = new(StringComparer.Ordinal);
    }
}
