namespace TimerProbe.VSphere.Inventory;

/// <summary>What objects of one kind did not report, gathered to one sentence for each reason.</summary>
internal sealed class IncompleteObjects(ArgumentKind kind, string one, string many)
{
    // A server words its faults as it likes, for each object in another way.
    private const int MaxReasons = 20, MaxPaths = 50, MaxNames = 1000;

    private readonly Dictionary<string, IncompleteGroup> _groups = new(StringComparer.Ordinal);

    public void Add(string name, IReadOnlyList<MissingProperty> missing)
    {
        if (missing.Count == 0)
        {
            return;
        }

        foreach (var reason in missing.GroupBy(gap => Reason(gap.Fault)).GroupBy(reason => reason.Key.Text))
        {
            Add(name, reason.First().Key, reason.SelectMany(gaps => gaps).Select(gap => gap.Path));
        }
    }

    public void Add(string name, Problem what) => Add(name, what, []);

    public IEnumerable<Problem> Problems() => _groups.Values.Select(group => Of(group) with
    {
        Subjects = group.Names.Count == group.Count ? [.. group.Names.Select(name => new ProblemSubject(kind, Printable.Line(name)))] : [],
    });

    private Problem Of(IncompleteGroup group)
    {
        var counted = ProblemArgument.Term($"{group.Count} {(group.Count == 1 ? one : many)}");
        var names = Printable.Names(kind, group.Names, group.Count);
        return group.Paths.Count == 0
            ? Problem.Create(ProblemCode.ObjectsIncomplete, $"{counted} {group.What}: {names}")
            : Problem.Create(ProblemCode.ObjectsIncomplete, $"{counted} {group.What} on {Printable.Names(ArgumentKind.Term, group.Paths, group.Paths.Count)}: {names}");
    }

    private static Problem Reason(VSphereFault fault) => fault switch
    {
        { Type: "NoPermission", PrivilegeId: { Length: > 0 } privilege } =>
            Incomplete($"no permission ({ProblemArgument.Term(privilege)})"),
        { Type: "NoPermission" } => Incomplete($"no permission"),
        { Message.Length: > 0 } => Incomplete($"{ProblemArgument.Words(fault.Message)}"),
        _ => Incomplete($"{ProblemArgument.Term(fault.Type)}"),
    };

    private static Problem Incomplete(Wording why) =>
        Problem.Create(ProblemCode.ObjectsIncomplete, $"could not be read in full: {Problem.Create(ProblemCode.ObjectsIncomplete, why)}");

    private void Add(string name, Problem reason, IEnumerable<string> paths)
    {
        var what = reason.Text;
        if (_groups.Count >= MaxReasons && !_groups.ContainsKey(what))
        {
            reason = Problem.Create(ProblemCode.ObjectsIncomplete, $"could not be read in full, for other reasons");
            what = reason.Text;
        }

        if (!_groups.TryGetValue(what, out var group))
        {
            _groups.Add(what, group = new IncompleteGroup(reason));
        }

        group.Count++;
        if (group.Paths.Count < MaxPaths)
        {
            group.Paths.UnionWith(paths.Take(MaxPaths));
        }

        if (group.Names.Count < MaxNames)
        {
            group.Names.Add(name);
        }
    }

    private sealed class IncompleteGroup(Problem what)
    {
        public Problem What { get; } = what;

        public int Count { get; set; }

        public List<string> Names { get; } = [];

        public SortedSet<string> Paths { get; } = new(StringComparer.Ordinal);
    }
}
