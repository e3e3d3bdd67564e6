namespace TimerProbe.Core.Advice;

/// <summary>A pure function from what is known of a guest to at most one finding.</summary>
/// <param name="cause">The cause of a slow clock that it explains; none for a rule about something else.</param>
/// <param name="isOfCheapClock">It says what is wrong with a clock although a read of it is cheap.</param>
internal sealed class GuestRule(string id, ClockCause cause = ClockCause.None, bool isOfCheapClock = false) : Rule(id)
{
    public ClockCause Cause => cause;

    public bool IsOfCheapClock => isOfCheapClock;

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    public required Func<GuestFacts, Observation?> Observe { private get; init; }

    public required Func<VmName, IEnumerable<PlannedRemedy>> Plan { private get; init; }

    protected override IEnumerable<PlannedRemedy> AllRemedies => Plan(VmName.Placeholder);

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(GuestFacts facts) => Observe(facts) is not { } seen ? null : CreateFinding(
        seen,
        new Subject(SubjectKind.Guest, facts.Machine.Name, Id: null),
        Fitting(facts),
        About.GetReferences(Platforms.GetPlatform(facts.Machine)));

    private IReadOnlyList<Remedy> Fitting(GuestFacts facts)
    {
        var settings = Platforms.GetSettings(facts.Machine);
        return Rank(Plan(VmName.From(facts.Machine))
            .Where(remedy => settings.Contains(remedy.Where) && remedy.When?.Invoke(facts) != false)
            .DistinctBy(remedy => remedy.Action)
            .Select(remedy => remedy.Fill?.Invoke(facts, remedy) ?? remedy)
            .Select(remedy => remedy with { Caveats = [.. remedy.Caveats, .. Verification.CaveatsOn(facts.Machine, remedy.Verify)] }));
    }
}
