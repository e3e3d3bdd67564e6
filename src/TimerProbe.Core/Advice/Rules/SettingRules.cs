namespace TimerProbe.Core.Advice;

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
            .. EvidenceFactory.Present(seen.Facts),
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
            .. EvidenceFactory.Present(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareClasses.Join(target) with { Verify = Verification.Scan }];
}
