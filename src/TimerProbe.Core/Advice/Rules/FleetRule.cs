namespace TimerProbe.Core.Advice;

/// <summary>A rule about a fleet: a pure function from what is known of it to findings.</summary>
internal sealed class FleetRule(string id) : Rule(id)
{
    /// <summary>What the rule sees; nothing when it has nothing to say.</summary>
    public required Func<FleetFacts, IEnumerable<FleetObservation>> Observe { private get; init; }

    public required Func<FleetTarget, IEnumerable<PlannedRemedy>> Plan { private get; init; }

    protected override IEnumerable<PlannedRemedy> AllRemedies => Plan(FleetTarget.Placeholder);

    /// <summary>The findings; none when the rule has nothing to say.</summary>
    /// <param name="clouds">The cloud that runs each vCenter, by its server; null where none is known to.</param>
    public IEnumerable<Finding> Evaluate(FleetFacts facts, IReadOnlyDictionary<string, string?> clouds) =>
        Observe(facts).Select(seen => CreateFinding(
            seen,
            seen.Subject,
            GetRemedies(seen.Target with { Cloud = clouds.GetValueOrDefault(seen.Subject.Server ?? "") }),
            About.References));

    private IReadOnlyList<Remedy> GetRemedies(FleetTarget target) => target.Machine?.ManagedBy is { } owner
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
