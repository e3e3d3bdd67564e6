using System.Globalization;

namespace TimerProbe.Core.Advice;

/// <summary>TP207: a setting hides the hypervisor from the guest.</summary>
internal sealed class HiddenBySettingRule() : FleetRule("TP207")
{
    private const string Key = "hypervisor.cpuid.v0";

    private static readonly string[] No = ["FALSE", "NO", "0"];

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Settings.Other.Any(setting =>
            string.Equals(setting.Key, Key, StringComparison.OrdinalIgnoreCase)
                && No.Contains(setting.Value.Trim(), StringComparer.OrdinalIgnoreCase))
        select seen.Seen(Severity.Warning, Confidence.Measured,
        [
            EvidenceFactory.Flag(Key, value: false, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
            .. EvidenceFactory.Guest(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareSettings.ShowHypervisor(target.Vm)];
}

internal sealed class OldVirtualHardwareRule() : GuestRule("TP110")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine is not { Windows: { Wine: null, UsePlatformClock: not true } windows, Hypervisor: { Present: true } hypervisor }
        || !ClockPath.IsPlatformTimer(windows.QpfHz, bySystemCall: windows.QpcBypass == 0)
        || Settings.GetPlatform(facts.Machine) != Setting.VMware
        || hypervisor is { Interface: "Hv#1", ReferenceTsc: not false }
            ? null
            : new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Expected, EvidenceFactory.Of(
                EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
                EvidenceFactory.Text(
                    "Hypervisor interface", hypervisor.Interface is { Length: > 0 } named ? named : "none", "CPUID 0x40000001"),
                EvidenceFactory.Flag("Reference TSC offered", hypervisor.ReferenceTsc, "CPUID 0x40000003"),
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime)));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) => [VMwareSettings.HardwareVersion(vm)];
}

/// <summary>TP208: Windows on virtual hardware without a reference time.</summary>
internal sealed class OldHardwareWithWindowsRule() : FleetRule("TP208")
{
    private const string Prefix = "vmx-";

    private const int WithReferenceTime = 10;

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where IsWindows(seen.Facts) && GetVersion(seen.Facts) < WithReferenceTime
        select seen.Seen(Severity.Warning, Confidence.Expected,
        [
            EvidenceFactory.Text("Virtual hardware", seen.Facts.Settings.HardwareVersion, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
            .. EvidenceFactory.Guest(seen.Facts),
        ]);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareSettings.HardwareVersion(target.Vm)];

    private static bool IsWindows(VirtualMachineFacts machine) =>
        machine.GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) == true;

    private static int? GetVersion(VirtualMachineFacts machine) =>
        machine.Settings.HardwareVersion is { } version
        && version.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase)
        && int.TryParse(version.AsSpan(Prefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
