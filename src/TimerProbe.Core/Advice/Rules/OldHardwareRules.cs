using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class OldVirtualHardwareRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP110",
        Title = "Windows gets no reference time: old virtual hardware or guest type",
        Impact = "Each clock read is a system call and an access to an emulated device, about a microsecond or more.",
        LikelyCause = "Virtual hardware older than vmx-10, or a guest OS type that is not Windows.",
        Meaning = """
            From virtual hardware version 10 on (vmx-10, ESXi 5.5), and with a Windows guest OS type, VMware offers Windows the
            interface for reading time from a page instead of a device. This Windows does not see that interface, and its performance
            counter runs on a platform timer: each read is a system call and an access to an emulated device.
            """,
        Condition = """
            Windows on VMware with the hypervisor visible, the interface at CPUID 0x40000001 is not `Hv#1` or offers no reference TSC,
            QueryPerformanceFrequency is 3,579,545 (ACPI PM timer) or 14,318,180 Hz (HPET), and `useplatformclock` is not set. The guest
            cannot see its hardware version or guest OS type: that one of them is the cause is *expected*.
            """,
        Severities = "Warning when the clock is not healthy; otherwise info.",
        References = [Sources.WindowsTimestamps, Sources.VMwareTimekeeping],
    };

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
public sealed class OldHardwareWithWindowsRule : FleetRule
{
    private const string Prefix = "vmx-";

    /// <summary>The first virtual hardware that offers Windows a reference time.</summary>
    private const int WithReferenceTime = 10;

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP208",
        Title = "Windows on virtual hardware older than version 10 has no reference time",
        Meaning = """
            From virtual hardware version 10 on (vmx-10, ESXi 5.5), VMware offers Windows a page from which it reads time. On older
            versions, Windows runs its performance counter on a platform timer: each read is a system call and an access to an emulated
            device, about a microsecond instead of 17 to 40 ns, on every host (TP102, TP110).
            """,
        Condition = """
            `config.version` is below vmx-10 and the guest OS type (`config.guestId`) is Windows. *Expected*: published by VMware; run
            `timerprobe check` in the guest to see what it costs.
            """,
        Severities = "Warning.",
        References = [Sources.WindowsTimestamps, Sources.VMwareTimekeeping],
    };

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
