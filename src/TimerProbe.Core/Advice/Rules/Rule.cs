namespace TimerProbe.Core.Advice;

/// <summary>What all rules have: an id, and a page in docs/rules that describes it.</summary>
/// <param name="id">The stable id, such as <c>TP101</c>.</param>
internal abstract class Rule(string id)
{
    public RuleDescription About => field ??= RuleDescription.Read(id);

    public RuleDescription Description => field ??= About with
    {
        Remedies =
        [
            .. AllRemedies.GroupBy(remedy => remedy.Where)
                .Select(group => (group.Key, Rank(group.DistinctBy(remedy => remedy.Action)))),
        ],
    };

    protected abstract IEnumerable<PlannedRemedy> AllRemedies { get; }

    protected static IReadOnlyList<Remedy> Rank(IEnumerable<PlannedRemedy> plan) =>
        [.. plan.Select((remedy, index) => new Remedy(index + 1, remedy.Action, remedy.Steps, remedy.Caveats, remedy.Verify))];

    protected Finding CreateFinding(
        Observation seen, Subject subject, IReadOnlyList<Remedy> remedies, IReadOnlyList<Reference> references) => new()
        {
            Rule = About.Id,
            Severity = seen.Severity,
            Confidence = seen.Confidence,
            Subject = subject,
            Title = seen.Title ?? About.Title,
            Impact = About.Impact,
            LikelyCause = seen.LikelyCause ?? About.LikelyCause,
            Evidence = seen.Evidence,
            Remedies = remedies,
            References = references,
        };

    public static Severity GetSeverity(ClockState state) => state switch
    {
        ClockState.Slow => Severity.Critical,
        ClockState.Suspicious or ClockState.Unclear => Severity.Warning,
        _ => Severity.Info,
    };
}
