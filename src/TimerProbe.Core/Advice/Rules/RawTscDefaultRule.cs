using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP205: a setting that only repeats the default.</summary>
public sealed class RawTscDefaultRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP205",
        Title = "virtual_rdtsc is TRUE: this is the default and changes nothing",
        Meaning = """
            Someone set `monitor_control.virtual_rdtsc` = TRUE, perhaps hoping for a faster clock. TRUE is the default: the guest keeps
            the frequency it was powered on at, and reads are expected to trap on a host with a different one (TP201). The setting
            neither helps nor hurts.
            """,
        Condition = "`monitor_control.virtual_rdtsc` is set to TRUE (*measured*: read from vCenter).",
        Severities = "Info.",
        References = [Sources.VMwareTimekeeping],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Settings.VirtualRdtsc == true
        select seen.Seen(
            Severity.Info,
            Confidence.Measured,
            EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: true, EvidenceFactory.VCenter));

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareRawTsc.LeaveOrTidy(target.Vm)];
}
