using TimerProbe.Core.Advice;

namespace TimerProbe.Reporting.Findings;

/// <summary>A remedy as far as the findings of a group share it.</summary>
public sealed class SharedRemedy
{
    private const int MostNamed = 3;

    private readonly int _findings;

    private SharedRemedy(int rank, IReadOnlyList<(Finding Finding, Remedy Remedy)> having, int findings)
    {
        _findings = findings;
        Rank = rank;
        Having = having;
        var first = having[0].Remedy;
        Action = first.Action;
        Verify = string.Join(" or ", having.Select(each => each.Remedy.Verify).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));
        Steps = InAll(first.Steps, remedy => remedy.Steps);
        Caveats = InAll(first.Caveats, remedy => remedy.Caveats);
    }

    /// <summary>1 is the one to try first.</summary>
    public int Rank { get; }

    /// <summary>What it does: the same in all.</summary>
    public string Action { get; }

    /// <summary>The steps whose text is the same in every finding that has the remedy.</summary>
    public IReadOnlyList<RemedyStep> Steps { get; }

    /// <summary>The caveats that every finding with the remedy has.</summary>
    public IReadOnlyList<string> Caveats { get; }

    /// <summary>The command that shows whether it helped; where it depends on the guest, all of them.</summary>
    public string Verify { get; }

    /// <summary>The findings that have it, each as it has it.</summary>
    public IReadOnlyList<(Finding Finding, Remedy Remedy)> Having { get; }

    /// <summary>Whether a finding has steps of its own.</summary>
    public bool HasOwnSteps => Having.Any(each => OwnSteps(each.Remedy).Any());

    /// <summary>The caveats that not every finding has, each once.</summary>
    public IEnumerable<string> OwnCaveats => Having.SelectMany(each => each.Remedy.Caveats).Distinct(StringComparer.Ordinal).Except(Caveats, StringComparer.Ordinal);

    /// <summary>The steps of a finding's remedy that are its own.</summary>
    public IEnumerable<RemedyStep> OwnSteps(Remedy remedy) => remedy.Steps.Except(Steps);

    /// <summary>Which findings it is for, where it is not for all, with a space before it.</summary>
    /// <param name="name">How a name is written.</param>
    public string ForWhom(Func<string, string> name) =>
        Having.Count == _findings ? ""
        : Having.Count <= MostNamed ? $" (only {string.Join(", ", Having.Select(each => name(each.Finding.Subject.Name)))})"
        : $" (for {Counted.Number(Having.Count)} of them)";

    internal static IReadOnlyList<SharedRemedy> Of(IReadOnlyList<Finding> findings) =>
        [.. findings.SelectMany(finding => finding.Remedies.Select(remedy => (Finding: finding, Remedy: remedy)))
            .GroupBy(each => each.Remedy.Action, StringComparer.Ordinal)
            .OrderBy(same => same.Min(each => each.Remedy.Rank))
            .Select((same, index) => new SharedRemedy(index + 1, [.. same], findings.Count))];

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
