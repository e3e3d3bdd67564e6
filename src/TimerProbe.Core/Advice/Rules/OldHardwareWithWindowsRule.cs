using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

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
