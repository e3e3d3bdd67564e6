namespace TimerProbe.VSphere.Inventory;

/// <summary>What objects of one kind did not report, gathered to one sentence for each reason.</summary>
internal sealed class IncompleteObjects(ProblemSubjectKind kind, Noun noun)
{
    // A server words its faults as it likes, for each object in another way.
    private const int MaxReasons = 20, MaxPaths = 50, MaxNames = 1000;

    private readonly Dictionary<string, (int Count, List<string> Names, SortedSet<string> Paths)> _groups = [];

    public void Add(string name, IReadOnlyList<(string Path, VSphereFault Fault)> missing)
    {
        if (missing.Count == 0)
        {
            return;
        }

        foreach (var gaps in missing.GroupBy(gap => GetReason(gap.Fault)))
        {
            Add(name, gaps.Key, gaps.Select(gap => gap.Path));
        }
    }

    public void Add(string name, string what) => Add(name, what, []);

    public IEnumerable<Problem> Problems() =>
        _groups.Select(group => Create(group.Key, group.Value.Count, group.Value.Names, group.Value.Paths));

    private Problem Create(string what, int count, List<string> names, SortedSet<string> shown)
    {
        var paths = shown.Count == 0 ? "" : $" on {Printable.Names(shown, shown.Count)}";
        List<ProblemSubject> subjects = [.. names.Select(name => new ProblemSubject(kind, Printable.Line(name)))];
        return Problem.Create(
            ProblemCode.ObjectsIncomplete,
            $"{Counted.Of(count, noun)} {what}{paths}: {Problem.Names(subjects.Select(subject => subject.Name), count)}",
            subjects[0]) with
        {
            Subjects = names.Count == count ? subjects : [],
        };
    }

    private static string GetReason(VSphereFault fault) => "could not be read in full: " + fault switch
    {
        { Type: "NoPermission", PrivilegeId: { Length: > 0 } privilege } => $"no permission ({privilege})",
        { Type: "NoPermission" } => "no permission",
        { Message.Length: > 0 } => fault.Message,
        _ => fault.Type,
    };

    private void Add(string name, string what, IEnumerable<string> paths)
    {
        if (_groups.Count >= MaxReasons && !_groups.ContainsKey(what))
        {
            what = "could not be read in full, for other reasons";
        }

        if (!_groups.TryGetValue(what, out var group))
        {
            group = (0, [], new SortedSet<string>(StringComparer.Ordinal));
        }

        _groups[what] = group with { Count = group.Count + 1 };
        if (group.Paths.Count < MaxPaths)
        {
            group.Paths.UnionWith(paths.Take(MaxPaths));
        }

        if (group.Names.Count < MaxNames)
        {
            group.Names.Add(name);
        }
    }
}
