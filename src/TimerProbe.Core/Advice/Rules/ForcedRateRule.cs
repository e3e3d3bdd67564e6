using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP206: the virtual TSC's rate is forced.</summary>
public sealed class ForcedRateRule : FleetRule
{
    private const string Prefix = "timeTracker.";

    /// <summary>These only write statistics to the virtual machine's log (VMware's guide, "Turn On Additional Logging").</summary>
    private static readonly string[] OnlyLog = ["timeTracker.periodicStats", "timeTracker.statsInterval"];

    private static readonly string[] ForceTheRate = ["timeTracker.apparentHz", "timeTracker.apicBusHz"];

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP206",
        Title = "timeTracker settings force or change the VM's time",
        Meaning = """
            `timeTracker.apparentHz` and `timeTracker.apicBusHz` force the rate of the virtual TSC and of the virtual timer bus; other
            `timeTracker` settings change how virtual time catches up. They come from experiments and support cases. With a forced rate
            other than the host's, every clock read is expected to trap, whatever the host, and a power cycle does not help.
            """,
        Condition = """
            The virtual machine has a setting whose name begins with `timeTracker.` (*measured*: read from vCenter), other than
            `timeTracker.periodicStats` and `timeTracker.statsInterval`, which only write to its log.
            """,
        Severities = "Warning where a rate is forced (`timeTracker.apparentHz`, `timeTracker.apicBusHz`); info otherwise.",
        References = [Sources.VMwareTimekeeping],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        let keys = KeysOf(seen)
        where keys.Count > 0
        select Forced(seen, keys);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareSettings.TakeOut(target)];

    private static List<string> KeysOf(PlacedMachine seen) =>
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
