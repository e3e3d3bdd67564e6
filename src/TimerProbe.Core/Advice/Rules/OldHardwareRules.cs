using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class OldVirtualHardwareRule() : GuestRule("TP110")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine is not { Windows: { Wine: null, UsePlatformClock: not true } windows, Hypervisor: { Present: true } hypervisor }
        || !PlatformTimers.Drive(windows.QpfHz, bySystemCall: windows.QpcBypass == 0)
        || Settings.PlatformOf(facts.Machine) != Setting.VMware
        || hypervisor is { Interface: "Hv#1", ReferenceTsc: not false }
            ? null
            : new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Expected, EvidenceFactory.Of(
                EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
                EvidenceFactory.Text(
                    "Hypervisor interface", hypervisor.Interface is { Length: > 0 } named ? named : "none", "CPUID 0x40000001"),
                EvidenceFactory.Flag("Reference TSC offered", hypervisor.ReferenceTsc, "CPUID 0x40000003"),
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime)));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) => [VMwareInterface.HardwareVersion(vm)];
}

/// <summary>TP208: Windows on virtual hardware without a reference time.</summary>
public sealed class OldHardwareWithWindowsRule() : FleetRule("TP208")
{
    private const string Prefix = "vmx-";

    /// <summary>The first virtual hardware that offers Windows a reference time.</summary>
    private const int WithReferenceTime = 10;

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where IsWindows(seen.Facts) && VersionOf(seen.Facts) < WithReferenceTime
        select seen.Seen(Severity.Warning, Confidence.Expected,
        [
            EvidenceFactory.Text("Virtual hardware", seen.Facts.Settings.HardwareVersion, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
            .. PlacementEvidence.Guest(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareInterface.HardwareVersion(target.Vm)];

    private static bool IsWindows(VirtualMachineFacts machine) =>
        machine.GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) == true;

    private static int? VersionOf(VirtualMachineFacts machine) =>
        machine.Settings.HardwareVersion is { } version
        && version.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase)
        && int.TryParse(version.AsSpan(Prefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
