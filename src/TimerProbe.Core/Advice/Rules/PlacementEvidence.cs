namespace TimerProbe.Core.Advice;

internal static class PlacementEvidence
{
    private const string Check = "timerprobe check";

    public static IEnumerable<Evidence?> Home(VirtualMachineFacts machine) =>
    [
        EvidenceFactory.Text("Home host", machine.HomeHost, GetSource(machine.HomeSource)),
        EvidenceFactory.Hertz(
            "Home's frequency",
            machine.HomeHz,
            machine.HomeSource is HomeSource.Event or HomeSource.History or null ? EvidenceFactory.CpuInfo : GetSource(machine.HomeSource)),
        EvidenceFactory.Text(
            "Home is",
            machine.HomeCertainty == HomeCertainty.Inferred && machine.HomeEvidence is [var first, ..] ? $"inferred: {first.Says}" : null,
            EvidenceFactory.Calculated),
        EvidenceFactory.Time(
            "Powered on",
            machine.HomeSince ?? machine.BootTime,
            machine.HomeSince is null ? "runtime.bootTime" : GetSource(machine.HomeSource)),
    ];

    public static IEnumerable<Evidence?> Present(VirtualMachineFacts machine) =>
    [
        EvidenceFactory.Text("Current host", machine.Host, EvidenceFactory.VCenter),
        EvidenceFactory.Hertz("Current host's frequency", machine.HostHz, EvidenceFactory.CpuInfo),
    ];

    public static IEnumerable<Evidence?> Guest(VirtualMachineFacts machine) => machine.Guest is not { } guest ? [] :
    [
        EvidenceFactory.Text("Guest's verdict", guest.Cause == ClockCause.None
            ? guest.State.ToDocumentName()
            : $"{guest.State.ToDocumentName()} ({guest.Cause.ToDocumentName()})", Check),
        EvidenceFactory.Number("Precise time in the guest", guest.PreciseTimeNs?.Nanoseconds, "ns", Check),
        EvidenceFactory.Hertz("TSC frequency reported to the guest", guest.VirtualTscHz, "CPUID 0x40000010"),
        EvidenceFactory.Time(
            "Guest measured", guest.MeasuredAt, guest.Source == GuestSource.Published ? "timerprobe check --publish" : Check),
    ];

    public static string GetSource(HomeSource? source) => source switch
    {
        HomeSource.History => "an earlier scan",
        HomeSource.Guest => "CPUID 0x40000010",
        HomeSource.Log => "vmware.log",
        HomeSource.Statistics => "vCenter's CPU statistics",
        HomeSource.OnlyClass => "the frequencies of its hosts",
        _ => EvidenceFactory.Events,
    };
}
