using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP207: a setting hides the hypervisor from the guest.</summary>
public sealed class HiddenBySettingRule : FleetRule
{
    private const string Key = "hypervisor.cpuid.v0";

    private static readonly string[] No = ["FALSE", "NO", "0"];

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP207",
        Title = "hypervisor.cpuid.v0 is FALSE: the hypervisor is hidden from the guest",
        Meaning = """
            The guest does not see that it runs on VMware and cannot use what VMware offers for a fast and steady clock. Windows then
            uses a platform timer instead of the reference time, and each clock read is a system call and a device access (TP102,
            TP109); Linux calibrates the TSC itself. The setting is usually there for a graphics driver or a program that refuses to run
            in a virtual machine.
            """,
        Condition =
            "`hypervisor.cpuid.v0` is FALSE (*measured*: read from vCenter). Run `timerprobe check` in the guest to see what it costs.",
        Severities = "Warning.",
        References = [Sources.HypervisorPage, Sources.WindowsTimestamps],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Settings.Other.Any(setting =>
            string.Equals(setting.Key, Key, StringComparison.OrdinalIgnoreCase)
                && No.Contains(setting.Value.Trim(), StringComparer.OrdinalIgnoreCase))
        select seen.Seen(Severity.Warning, Confidence.Measured,
        [
            EvidenceFactory.Flag(Key, value: false, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
            .. PlacementEvidence.Guest(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareInterface.ShowHypervisor(target.Vm)];
}
