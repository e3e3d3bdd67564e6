namespace TimerProbe.Core.Advice;

/// <summary>What all rules have: an id, and a page in docs/rules that describes it.</summary>
/// <param name="id">The stable id, such as <c>TP101</c>.</param>
public abstract class Rule(string id)
{
    private RuleDescription? _about;
    private RuleDescription? _description;

    public RuleDescription Description => _description ??= About with { Remedies = RemedyGroups };

    internal RuleDescription About => _about ??= RuleText.Read(id);

    private protected abstract IEnumerable<PlannedRemedy> AllRemedies { get; }

    private IReadOnlyList<(Setting Where, IReadOnlyList<Remedy> Remedies)> RemedyGroups =>
        [.. AllRemedies.GroupBy(remedy => remedy.Where).Select(group => (group.Key, Rank(group.DistinctBy(remedy => remedy.Action))))];

    private protected static IReadOnlyList<Remedy> Rank(IEnumerable<PlannedRemedy> plan) =>
        [.. plan.Select((remedy, index) => new Remedy(index + 1, remedy.Action, remedy.Steps, remedy.Caveats, remedy.Verify))];

    private protected static Severity GetSeverity(ClockState state) => state switch
    {
        ClockState.Slow => Severity.Critical,
        ClockState.Suspicious or ClockState.Unclear => Severity.Warning,
        _ => Severity.Info,
    };
}
