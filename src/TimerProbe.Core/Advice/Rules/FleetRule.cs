namespace TimerProbe.Core.Advice;

/// <summary>A pure function from what is known of a fleet to findings.</summary>
internal abstract class FleetRule(string id) : Rule(id)
{
    private protected sealed override IEnumerable<PlannedRemedy> AllRemedies => Plan(FleetTarget.Placeholder);

    /// <summary>The findings; none when the rule has nothing to say.</summary>
    /// <param name="clouds">The cloud that runs each vCenter, by its server; null where none is known to.</param>
    public IEnumerable<Finding> Evaluate(FleetFacts facts, IReadOnlyDictionary<string, string?> clouds) =>
        Observe(facts).Select(seen => FindFinding(seen, seen.Target with { Cloud = clouds.GetValueOrDefault(seen.Subject.Server ?? "") }));

    private Finding FindFinding(FleetObservation seen, FleetTarget target) => new()
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

    protected abstract IEnumerable<PlannedRemedy> Plan(FleetTarget target);

    private IReadOnlyList<Remedy> Fitting(FleetTarget target) => target.Machine?.ManagedBy is { } owner
        ? Rank([new PlannedRemedy(Setting.VMware, "Leave it to what manages this VM, and ask whoever runs that",
            [new(Tools.Words, $"{owner} manages this VM: it makes, moves and stops it, and writes its settings anew.")], [])])
        : Rank(Plan(target).Where(remedy => remedy.Fits?.Invoke(target) != false).Select(remedy => remedy with
        {
            Caveats = [.. OfCloud(target, remedy), .. remedy.Caveats, .. Verification.CaveatsOn(target.Machine, remedy.Verify)]
        }));

    private static IEnumerable<string> OfCloud(FleetTarget target, PlannedRemedy remedy) =>
        target.Cloud is { } cloud && remedy.TakesInfrastructureRights
            ? [$"The names say that this is {cloud}: your role there (CloudAdmin) cannot be expected to configure hosts, clusters or vCenter. Ask the provider to do this, or use its own placement policies."]
            : [];
}
