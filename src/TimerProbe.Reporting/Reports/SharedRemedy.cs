namespace TimerProbe.Reporting.Reports;

/// <summary>A remedy as far as the findings of a group share it.</summary>
public sealed class SharedRemedy
{
    private const int MaxNamed = 3;

    private readonly int _findings;

    private SharedRemedy(int rank, IReadOnlyList<(Finding Finding, Remedy Remedy)> having, int findings)
    {
        _findings = findings;
        Rank = rank;
        Having = having;
        var first = having[0].Remedy;
        Action = first.Action;
        Verify = string.Join(" or ", having.Select(item => item.Remedy.Verify).Distinct().Order(StringComparer.Ordinal));
        Steps = InAll(first.Steps, remedy => remedy.Steps);
        Caveats = InAll(first.Caveats, remedy => remedy.Caveats);
    }

    public int Rank { get; }

    public string Action { get; }

    public IReadOnlyList<RemedyStep> Steps { get; }

    public IReadOnlyList<string> Caveats { get; }

    public string Verify { get; }

    public IReadOnlyList<(Finding Finding, Remedy Remedy)> Having { get; }

    public bool HasOwnSteps => Having.Any(item => OwnSteps(item.Remedy).Any());

    public IEnumerable<string> OwnCaveats => Having.SelectMany(item => item.Remedy.Caveats).Distinct().Except(Caveats);

    public IEnumerable<RemedyStep> OwnSteps(Remedy remedy) => remedy.Steps.Except(Steps);

    public string ForWhom(Func<string, string> name) =>
        Having.Count == _findings ? ""
        : Having.Count <= MaxNamed ? $" (only {Share}: {Names(name)})"
        : $" ({Share}: {Names(name)} and {Counted.Number(Having.Count - MaxNamed)} more)";

    private string Share => $"for {Counted.Number(Having.Count)} of {Counted.Number(_findings)}";

    private string Names(Func<string, string> name) =>
        string.Join(", ", Having.Take(MaxNamed).Select(item => name(item.Finding.Subject.Name)));

    internal static IReadOnlyList<SharedRemedy> From(IReadOnlyList<Finding> findings)
    {
        var left = findings.SelectMany(finding => finding.Remedies.Select(remedy => (Finding: finding, Remedy: remedy)))
            .GroupBy(item => item.Remedy.Action)
            .OrderBy(same => Remedy.GetRisk(same.Key)).ThenBy(same => same.Min(item => item.Remedy.Rank))
            .Select(same => same.ToList())
            .ToList();
        var before = Predecessors(findings);
        var ordered = new List<SharedRemedy>(left.Count);
        while (left.Count > 0)
        {
            var waiting = left.Select(same => same[0].Remedy.Action).ToHashSet();
            // Two findings may disagree about an order; the remedy with less risk then goes first.
            var next = left.Find(same => !before[same[0].Remedy.Action].Overlaps(waiting)) ?? left[0];
            left.Remove(next);
            ordered.Add(new SharedRemedy(ordered.Count + 1, next, findings.Count));
        }

        return ordered;
    }

    private static Dictionary<string, HashSet<string>> Predecessors(IReadOnlyList<Finding> findings)
    {
        var before = new Dictionary<string, HashSet<string>>();
        foreach (var finding in findings)
        {
            var seen = new List<string>();
            foreach (var remedy in finding.Remedies)
            {
                if (!before.TryGetValue(remedy.Action, out var known))
                {
                    before[remedy.Action] = known = new HashSet<string>();
                }

                known.UnionWith(seen.Where(action => action != remedy.Action));
                seen.Add(remedy.Action);
            }
        }

        return before;
    }

    private IReadOnlyList<T> InAll<T>(IReadOnlyList<T> first, Func<Remedy, IReadOnlyList<T>> of)
    {
        var shared = first.ToHashSet();
        foreach (var (_, remedy) in Having)
        {
            shared.IntersectWith(of(remedy));
        }

        return [.. first.Where(shared.Contains)];
    }
}
