namespace TimerProbe.Core.Advice;

/// <summary>What all rules have: an id, and a page in docs/rules that describes it.</summary>
/// <param name="id">The stable id, such as <c>TP101</c>.</param>
public abstract class Rule(string id)
{
    private RuleDescription? _about;
    private RuleDescription? _description;

    /// <summary>What the rule is, for people: its page, and all its remedies.</summary>
    public RuleDescription Description => _description ??= About with { Remedies = RemedyGroups };

    /// <summary>What its page says.</summary>
    internal RuleDescription About => _about ??= RuleText.Read(id);

    /// <summary>All remedies, in the order in which to try them, with placeholders for names.</summary>
    private protected abstract IEnumerable<PlannedRemedy> AllRemedies { get; }

    /// <summary>All remedies, by setting in the order in which the plan first names each, ranked within it.</summary>
    private IReadOnlyList<RemedyGroup> RemedyGroups =>
        [.. AllRemedies.GroupBy(remedy => remedy.Where).Select(group => new RemedyGroup(group.Key, Rank(group)))];

    /// <summary>The remedies of a plan, ranked in its order.</summary>
    private protected static IReadOnlyList<Remedy> Rank(IEnumerable<PlannedRemedy> plan) =>
        [.. plan.Select((remedy, index) => new Remedy(index + 1, remedy.Action, remedy.Steps, remedy.Caveats, remedy.Verify))];

    private protected static Severity SeverityOf(ClockState state) => state switch
    {
        ClockState.Slow => Severity.Critical,
        ClockState.Suspicious or ClockState.Unclear => Severity.Warning,
        _ => Severity.Info,
    };
}
