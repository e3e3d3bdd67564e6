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

/// <summary>A pure function from what is known of a guest to at most one finding.</summary>
internal abstract class GuestRule(string id) : Rule(id)
{
    private protected sealed override IEnumerable<PlannedRemedy> AllRemedies => Plan(VmName.Placeholder);

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(GuestFacts facts) => Observe(facts) is { } seen ? FindingOf(seen, facts) : null;

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    protected abstract Observation? Observe(GuestFacts facts);

    /// <summary>All remedies for all settings, in the order in which to try them.</summary>
    protected abstract IEnumerable<PlannedRemedy> Plan(VmName vm);

    private Finding FindingOf(Observation seen, GuestFacts facts) => new()
    {
        Rule = About.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = new Subject(SubjectKind.Guest, facts.Machine.Name, Id: null),
        Title = seen.Title ?? About.Title,
        Impact = About.Impact,
        LikelyCause = seen.LikelyCause ?? About.LikelyCause,
        Evidence = seen.Evidence,
        Remedies = Fitting(facts),
        References = About.ReferencesOf(Settings.PlatformOf(facts.Machine)),
    };

    private IReadOnlyList<Remedy> Fitting(GuestFacts facts)
    {
        var settings = Settings.Of(facts.Machine);
        return Rank(Plan(VmName.From(facts.Machine))
            .Where(remedy => settings.Contains(remedy.Where) && remedy.When?.Invoke(facts) != false)
            .Select(remedy => remedy.Fill?.Invoke(facts, remedy) ?? remedy)
            .Select(remedy => remedy with { Caveats = [.. remedy.Caveats, .. Verification.CaveatsOn(facts.Machine, remedy.Verify)] }));
    }
}

/// <summary>What a rule sees.</summary>
/// <param name="Severity">How much it matters.</param>
/// <param name="Confidence">How it is known.</param>
/// <param name="Evidence">The figures that show it.</param>
internal sealed record Observation(Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }

    /// <summary>A likely cause of its own, in a sentence of at most two lines; null for the rule's.</summary>
    public string? LikelyCause { get; init; }
}

/// <summary>A pure function from what is known of a fleet to findings.</summary>
internal abstract class FleetRule(string id) : Rule(id)
{
    private protected sealed override IEnumerable<PlannedRemedy> AllRemedies => Plan(FleetTarget.Placeholder);

    /// <summary>The findings; none when the rule has nothing to say.</summary>
    /// <param name="facts">What is known of the fleet.</param>
    /// <param name="clouds">The cloud that runs each vCenter, by its server; null where none is known to.</param>
    public IEnumerable<Finding> Evaluate(FleetFacts facts, IReadOnlyDictionary<string, string?> clouds) =>
        Observe(facts).Select(seen => FindingOf(seen, seen.Target with { Cloud = clouds.GetValueOrDefault(seen.Subject.Server ?? "") }));

    private Finding FindingOf(FleetObservation seen, FleetTarget target) => new()
    {
        Rule = About.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = seen.Subject,
        Title = seen.Title ?? About.Title,
        Evidence = seen.Evidence,
        Remedies = Fitting(target),
        References = About.References,
    };

    protected abstract IEnumerable<FleetObservation> Observe(FleetFacts facts);

    /// <summary>All remedies for a target, in the order in which to try them.</summary>
    protected abstract IEnumerable<PlannedRemedy> Plan(FleetTarget target);

    private IReadOnlyList<Remedy> Fitting(FleetTarget target) =>
        Rank(Plan(target).Where(remedy => remedy.Fits?.Invoke(target) != false).Select(remedy => remedy with
        {
            Caveats = [.. OfCloud(target, remedy), .. remedy.Caveats, .. Verification.CaveatsOn(target.Machine, remedy.Verify)]
        }));

    private static IEnumerable<string> OfCloud(FleetTarget target, PlannedRemedy remedy) =>
        target.Cloud is { } cloud && remedy.TakesInfrastructureRights
            ? [$"The names say that this is {cloud}: your role there (CloudAdmin) cannot be expected to configure hosts, clusters or vCenter. Ask the provider to do this, or use its own placement policies."]
            : [];
}

/// <summary>What a rule about a fleet sees.</summary>
/// <param name="Subject">What it is about, with its vCenter.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Confidence">How it is known.</param>
/// <param name="Evidence">The figures that show it.</param>
/// <param name="Target">What its remedies are for.</param>
internal sealed record FleetObservation(
    Subject Subject, Severity Severity, Confidence Confidence, IReadOnlyList<Evidence> Evidence, FleetTarget Target)
{
    /// <summary>A title of its own; null for the rule's.</summary>
    public string? Title { get; init; }
}

/// <summary>A pure function from what is known of a SQL Server to at most one finding.</summary>
internal abstract class SqlRule(string id) : Rule(id)
{
    private protected sealed override IEnumerable<PlannedRemedy> AllRemedies => Plan;

    /// <summary>All remedies, in the order in which to try them.</summary>
    protected abstract IEnumerable<PlannedRemedy> Plan { get; }

    /// <summary>The finding, or null when the rule has nothing to say.</summary>
    public Finding? Evaluate(SqlFacts facts) => Observe(facts) is { } seen ? FindingOf(seen, facts) : null;

    /// <summary>What the rule sees in the facts; null when it has nothing to say.</summary>
    protected abstract Observation? Observe(SqlFacts facts);

    private Finding FindingOf(Observation seen, SqlFacts facts) => new()
    {
        Rule = About.Id,
        Severity = seen.Severity,
        Confidence = seen.Confidence,
        Subject = new Subject(SubjectKind.SqlServer, facts.Server.Name, Id: null),
        Title = seen.Title ?? About.Title,
        Impact = About.Impact,
        LikelyCause = About.LikelyCause,
        Evidence = seen.Evidence,
        Remedies = Rank(Plan.Where(remedy => remedy.Suits?.Invoke(facts) != false)),
        References = About.References,
    };
}
