namespace TimerProbe.Core.Advice;

/// <summary>Writes figures as evidence: plain digits, the unit apart, null for a figure that is not there.</summary>
internal static class EvidenceFactory
{
    public const string MeasuredHere = "measured here";
    public const string Cpuid = "CPUID";
    public const string VMwareTools = "VMware Tools";
    public const string ToolsCounter = "VMware Tools' counter Host processor speed in MHz";
    public const string ToolsSpeed = "vmware-toolbox-cmd stat speed";
    public const string SharedPage = "KUSER_SHARED_DATA";
    public const string ReferencePage = "the hypervisor's reference page";
    public const string Smbios = "SMBIOS";
    public const string Calculated = "calculated";
    public const string VCenter = "vCenter";
    public const string Events = "vCenter's events";
    public const string KernelSettings = "the kernel settings of ESXi's releases";
    public const string CpuInfo = "hardware.cpuInfo.hz";

    private const string Check = "timerprobe check";
    private const string Clocksources = "/sys/devices/system/clocksource";

    public static IReadOnlyList<Evidence> Of(params IEnumerable<Evidence?> evidence) => [.. evidence.OfType<Evidence>()];

    public static Evidence? Text(string what, string? value, string source) =>
        string.IsNullOrWhiteSpace(value) ? null : new Evidence(what, value, Unit: null, source);

    public static Evidence? Flag(string what, bool? value, string source) =>
        value is { } known ? new Evidence(what, known ? "true" : "false", Unit: null, source) : null;

    public static Evidence? Number(string what, double? value, string? unit, string source) =>
        value is { } known ? new Evidence(what, Digits(known), unit, source) : null;

    public static Evidence? Measured(string what, double? value, string? unit = null) => Number(what, value, unit, MeasuredHere);

    public static Evidence? Hertz(string what, Frequency? frequency, string source) =>
        frequency is { } known ? new Evidence(what, known.Hertz.ToString(), "Hz", source) : null;

    public static IEnumerable<Evidence?> LinuxClocks(GuestFacts facts) => facts.Machine.Linux is not { } linux ? [] :
    [
        Text("Clock source", linux.Clocksource, Clocksources),
        Text("Clock sources on offer", string.Join(", ", linux.AvailableClocksources), Clocksources),
        Flag("TSC marked unstable", linux.TscUnstable, "kernel log"),
        Text("Why, in the kernel's words", linux.UnstableReason, "kernel log"),
        Text("Clock options of the kernel", string.Join(' ', linux.ClockOptions), "/proc/cmdline"),
        Text("Container", linux.Container, "this process"),
    ];

    public static Evidence? ReportedTsc(HypervisorFacts hypervisor) => Hertz(
        "TSC frequency reported to the guest",
        hypervisor.VirtualTscHz,
        hypervisor.VirtualTscSource == TscRateSource.ReferencePage ? ReferencePage : "CPUID 0x40000010");

    public static IEnumerable<Evidence?> HostSpeed(HypervisorFacts hypervisor) =>
        hypervisor is { HostCounterHz: null, ToolsSpeedHz: null }
            ? [Hertz("Current host's processor speed", hypervisor.HostHz, VMwareTools)]
            : [
                Hertz("Current host's processor speed", hypervisor.HostCounterHz, ToolsCounter),
                Hertz("Processor speed from the VMware Tools command", hypervisor.ToolsSpeedHz, ToolsSpeed),
            ];

    public static Evidence? Time(string what, DateTimeOffset? time, string source) =>
        Text(what, time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'"), source);

    public static Evidence Count(string what, int count, string source) => new(what, count.ToString(), Unit: null, source);

    public static Evidence? Names(string what, IReadOnlyCollection<string> names, string source) =>
        Text(what, PlainText.List(names), source);

    public static Evidence? Names(string what, IEnumerable<VirtualMachineFacts> machines, string source) =>
        Names(what, [.. machines.Select(machine => machine.Name).Order(StringComparer.Ordinal)], source);

    public static Evidence? Cost(string what, Duration? cost) => Measured(what, cost?.Nanoseconds, "ns");

    public static string Ppm(PartsPerMillion size) => size.Magnitude.Value.ToString("#,0.###") + " ppm";

    public static Evidence? Cost(GuestFacts facts, ClockSource source) =>
        facts.Clock(source)?.CallNs?.Median is { } cost ? Cost(GetName(source, cost), cost) : null;

    public static IEnumerable<Evidence?> Home(VirtualMachineFacts machine) =>
    [
        Text("Home host", machine.HomeHost, GetSource(machine.HomeKnownBy)),
        Hertz(
            "Home's frequency",
            machine.HomeHz,
            machine.HomeSource is HomeSource.Event or HomeSource.History or null ? CpuInfo : GetSource(machine.HomeSource)),
        Text(
            "Home is",
            machine.HomeCertainty == HomeCertainty.Inferred && machine.HomeEvidence is [var first, ..] ? $"inferred: {first.Says}" : null,
            Calculated),
        Time(
            "Powered on",
            machine.HomeSince ?? machine.BootTime,
            machine.HomeSince is null ? "runtime.bootTime" : GetSource(machine.HomeSource)),
    ];

    public static Evidence? Evc(ClusterFacts? cluster) => Text(
        "EVC mode",
        cluster?.EvcMode is { } mode ? $"{mode}: its VMs can move live to hosts that offer these processor features; it does not make frequencies equal" : null,
        VCenter);

    public static IEnumerable<Evidence?> Present(VirtualMachineFacts machine) =>
    [Text("Current host", machine.Host, VCenter), Hertz("Current host's frequency", machine.HostHz, CpuInfo)];

    public static IEnumerable<Evidence?> Guest(VirtualMachineFacts machine) => machine.Guest is not { } guest ? [] :
    [
        Text("Guest's verdict", guest.Cause == ClockCause.None
            ? guest.State.ToDocumentName()
            : $"{guest.State.ToDocumentName()} ({guest.Cause.ToDocumentName()})", Check),
        Number("Precise time in the guest", guest.PreciseTimeNs?.Nanoseconds, "ns", Check),
        Hertz("TSC frequency reported to the guest", guest.VirtualTscHz, "CPUID 0x40000010"),
        Time("Guest measured", guest.MeasuredAt, guest.Source == GuestSource.Published ? "timerprobe check --publish" : Check),
    ];

    public static string GetSource(HomeSource? source) => source switch
    {
        HomeSource.History => "an earlier scan",
        HomeSource.Guest => "CPUID 0x40000010",
        HomeSource.Log => "vmware.log",
        HomeSource.Statistics => "vCenter's CPU statistics",
        HomeSource.OnlyClass => "the frequencies of its hosts",
        _ => Events,
    };

    /// <summary>Four significant digits below 100, whole numbers above: what a measured figure is good for.</summary>
    private static string Digits(double value) => Math.Abs(value) switch
    {
        < 1 => value.ToString("0.####"),
        < 100 => value.ToString("0.##"),
        _ => value.ToString("0"),
    };

    private static string GetName(ClockSource source, Duration cost) => source switch
    {
        ClockSource.PreciseTime => "Precise time",
        ClockSource.CoarseTime => "Coarse time",
        ClockSource.Counter => "Counter",
        ClockSource.TimestampCounter => "RDTSC",
        ClockSource.VmExit => VerdictTable.IsExit(cost) ? "CPUID (a VM exit)" : "CPUID",
        _ => throw new ArgumentOutOfRangeException(nameof(source), source, message: null),
    };
}
