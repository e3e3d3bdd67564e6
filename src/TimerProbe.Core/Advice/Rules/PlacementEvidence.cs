using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>The evidence that several rules show of where a virtual machine is.</summary>
internal static class PlacementEvidence
{
    private const string Check = "timerprobe check";

    public static IEnumerable<Evidence?> Home(VirtualMachineFacts machine) =>
    [
        Shown.Text("Home host", machine.HomeHost, SourceOf(machine.HomeSource)),
        Shown.Hertz("Home's frequency", machine.HomeHz, machine.HomeSource == HomeSource.Guest ? "CPUID 0x40000010" : Shown.CpuInfo),
        Shown.Time("Powered on", machine.HomeSince ?? machine.BootTime, machine.HomeSince is null ? "runtime.bootTime" : SourceOf(machine.HomeSource)),
    ];

    public static IEnumerable<Evidence?> Present(VirtualMachineFacts machine) =>
    [
        Shown.Text("Present host", machine.Host, Shown.VCenter),
        Shown.Hertz("Present host's frequency", machine.HostHz, Shown.CpuInfo),
    ];

    public static IEnumerable<Evidence?> Guest(VirtualMachineFacts machine) => machine.Guest is not { } guest ? [] :
    [
        Shown.Text("Guest's verdict", guest.Cause == ClockCause.None
            ? guest.State.ToDocumentName()
            : $"{guest.State.ToDocumentName()} ({guest.Cause.ToDocumentName()})", Check),
        Shown.Number("Precise time in the guest", guest.PreciseTimeNs?.Nanoseconds, "ns", Check),
        Shown.Hertz("TSC frequency the guest was told", guest.VirtualTscHz, "CPUID 0x40000010"),
        Shown.Time("Guest measured", guest.MeasuredAt, Check),
    ];

    private static string SourceOf(HomeSource? source) => source switch
    {
        HomeSource.History => "an earlier scan",
        HomeSource.Guest => "the guest's figure",
        _ => Shown.Events,
    };
}
