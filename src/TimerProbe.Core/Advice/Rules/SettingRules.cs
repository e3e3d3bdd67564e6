namespace TimerProbe.Core.Advice;

/// <summary>What <c>virtual_rdtsc</c> = FALSE means where a virtual machine is.</summary>
/// <param name="WouldBe">What would make it harmful; null where it may move.</param>
internal sealed record RawTscRisk(Severity Severity, bool MayMove, string Because, string? WouldBe)
{
    /// <summary>The risk of a machine; null where the setting is not FALSE.</summary>
    public static RawTscRisk? From(PlacedMachine seen)
    {
        var machine = seen.Facts;
        return seen switch
        {
            _ when machine.Settings.VirtualRdtsc != false => null,
            { IsAway: true } => Harms("it is on a host with a different frequency than it was powered on at"),
            _ when machine.MustRunOn is [var only] => new(
                Severity.Info,
                MayMove: false,
                $"a Must rule leaves it one host, {only}",
                "removing that rule, or adding a second host to its group; a suspend across a host restart"),
            { Cluster: null } => ByHand("its host is not in a cluster, so nothing moves it automatically, but a manual vMotion does"),
            _ when DrsAutomation.IsAutomatic(machine.Drs) => Harms($"DRS may move it ({DrsAutomation.Describe(machine.Drs)}), {To(seen)}"),
            _ when machine.Drs == DrsAutomation.Manual && DrsAutomation.IsAutomatic(seen.Cluster.Drs) =>
                Harms($"only for this VM is DRS set to manual, and one click applies what it recommends: a move {To(seen)}"),
            _ when machine.Drs is null => Harms($"it is not known whether DRS moves it: {To(seen)}"),
            _ => ByHand(
                $"DRS does not move it automatically ({DrsAutomation.Describe(machine.Drs)}), but a manual vMotion does: {To(seen)}"),
        };
    }

    private static string To(PlacedMachine seen) => seen switch
    {
        { Classes.Count: 1, KnowsAllFrequencies: true } => "to a host with the same frequency, whose counter still has a different value",
        { Classes.Count: 0 } => "to a host with an unknown frequency",
        { Classes.Count: 1 } => "to a host that may have a different frequency",
        _ => "to a host with a different frequency too",
    };

    private static RawTscRisk Harms(string because) => new(Severity.Warning, MayMove: true, because, WouldBe: null);

    private static RawTscRisk ByHand(string because) => new(Severity.Info, MayMove: true, because, WouldBe: null);
}

/// <summary>TP206: the virtual TSC's rate is forced.</summary>
internal sealed class ForcedRateRule() : FleetRule("TP206")
{
    private const string Prefix = "timeTracker.";

    private static readonly string[] OnlyLog = ["timeTracker.periodicStats", "timeTracker.statsInterval"];

    private static readonly string[] ForceTheRate = ["timeTracker.apparentHz", "timeTracker.apicBusHz"];

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        let keys = GetKeys(seen)
        where keys.Count > 0
        select Forced(seen, keys);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareSettings.Remove(target)];

    private static List<string> GetKeys(PlacedMachine seen) =>
        [.. seen.Facts.Settings.Other.Keys.Where(key => key.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) && !Has(OnlyLog, key))
            .Order(StringComparer.Ordinal)];

    private static bool Has(string[] keys, string key) => keys.Contains(key.Trim(), StringComparer.OrdinalIgnoreCase);

    private static FleetObservation Forced(PlacedMachine seen, List<string> keys)
    {
        var observation = seen.Seen(keys.Exists(key => Has(ForceTheRate, key)) ? Severity.Warning : Severity.Info, Confidence.Measured,
        [
            .. keys.Select(key => EvidenceFactory.Text(key, seen.Facts.Settings.Other[key], EvidenceFactory.VCenter)),
            .. PlacementEvidence.Present(seen.Facts),
        ]);
        return observation with { Target = observation.Target with { Keys = keys } };
    }
}

internal sealed class LatencySensitiveRule() : FleetRule("TP212")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where string.Equals(seen.Facts.Settings.LatencySensitivity, "high", StringComparison.OrdinalIgnoreCase)
        let classes = seen.Classes
        where classes.Count > 1 && seen.HasHostsThatTrap
        select seen.Seen(Severity.Warning, Confidence.Expected,
        [
            EvidenceFactory.Text("Latency sensitivity", seen.Facts.Settings.LatencySensitivity, EvidenceFactory.VCenter),
            EvidenceFactory.Names("Frequency classes", [.. classes.Select(frequency => frequency.Name)], EvidenceFactory.Calculated),
            EvidenceFactory.Text("DRS automation", seen.Facts.Drs, EvidenceFactory.VCenter),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareClasses.Join(target) with { Verify = Verification.Scan }];
}
