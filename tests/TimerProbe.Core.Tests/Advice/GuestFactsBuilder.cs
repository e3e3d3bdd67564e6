namespace TimerProbe.Core.Tests.Advice;

/// <summary>Healthy guests to bend with <c>with</c>, and the bends that tests share.</summary>
internal static class GuestFactsBuilder
{
    public static readonly ControlFacts ServedControl = new(new Duration(1.02), Spread: 0.01, LostShare: 0.002, Starved: false, Because: null);

    public static readonly ControlFacts StarvedControl = new(new Duration(4.1), 0.9, Starved: true, 0.42, Because: "42 % of the time was lost");

    public static GuestFacts WindowsOnVMware { get; } = new()
    {
        Machine = new MachineFacts
        {
            Name = "DB01",
            Os = "Windows Server 2022 (20348)",
            Architecture = "x64",
            SmbiosManufacturer = "VMware, Inc.",
            SmbiosProduct = "VMware7,1",
            ProcessorCount = 8,
            CpuModel = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz",
            Hypervisor = new HypervisorFacts
            {
                Present = true,
                Vendor = "VMwareVMware",
                Name = "VMware",
                Interface = "Hv#1",
                ReferenceTsc = true,
                VirtualTscHz = new Frequency(2_494_000_000),
                HostHz = new Frequency(2_494_000_000),
            },
            Windows = new WindowsFacts { QpfHz = new Frequency(10_000_000), QpcBypass = 0x83, QpcShift = 0, UsePlatformClock = false },
        },
        Clocks = Costs(preciseTime: 30, vmExit: 1_070, timestampCounter: 12),
        Control = ServedControl,
        Verdict = new Verdict(ClockState.Healthy, ClockCause.None, Confidence: null, "a precise-time read costs 30 ns"),
    };

    public static GuestFacts LinuxOn(string manufacturer, string product, string vendor, string name) => WindowsOnVMware with
    {
        Machine = WindowsOnVMware.Machine with
        {
            Os = "Debian GNU/Linux 12",
            SmbiosManufacturer = manufacturer,
            SmbiosProduct = product,
            Hypervisor = new HypervisorFacts { Present = true, Vendor = vendor, Name = name },
            Windows = null,
            Linux = new LinuxFacts { Clocksource = "hpet", AvailableClocksources = ["tsc", "hpet"], Vdso = true },
        },
    };

    /// <summary>Windows with virtualization-based security: CPUID shows Microsoft's hypervisor, SMBIOS still VMware.</summary>
    public static GuestFacts WithVbs(this GuestFacts facts) =>
        facts.On(hypervisor => hypervisor with { Vendor = "Microsoft Hv", Name = "Hyper-V", Vbs = true });

    public static GuestFacts WindowsOn(string manufacturer, string product, string vendor, string name) => WindowsOnVMware with
    {
        Machine = WindowsOnVMware.Machine with
        {
            SmbiosManufacturer = manufacturer,
            SmbiosProduct = product,
            Hypervisor = new HypervisorFacts { Present = true, Vendor = vendor, Name = name },
        },
    };

    /// <summary>A guest on a processor without CPUID.</summary>
    public static GuestFacts ArmOn(string manufacturer, string product)
    {
        var facts = LinuxOn(manufacturer, product, "", "").On(_ => new HypervisorFacts { Present = null });
        return facts with { Machine = facts.Machine with { Architecture = "arm64", CpuModel = null } };
    }

    public static GuestFacts Identified(this GuestFacts facts, string? uuid) => facts with { Machine = facts.Machine with { SmbiosUuid = uuid } };

    public static GuestFacts Trapped { get; } = WindowsOnVMware with
    {
        Clocks = Costs(preciseTime: 1_180.2, vmExit: 1_070, timestampCounter: 1_090),
        Verdict = new Verdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured, "RDTSC costs 1,090 ns"),
    };

    public static GuestFacts Says(this GuestFacts facts, ClockState state, ClockCause cause, Confidence? confidence = null) =>
        facts with { Verdict = new Verdict(state, cause, confidence, "because") };

    public static GuestFacts On(this GuestFacts facts, Func<HypervisorFacts, HypervisorFacts> change) =>
        facts with { Machine = facts.Machine with { Hypervisor = change(facts.Machine.Hypervisor) } };

    public static GuestFacts Under(this GuestFacts facts, CpuPressureFacts pressure) => facts with { Machine = facts.Machine with { CpuPressure = pressure } };

    public static GuestFacts In(this GuestFacts facts, WindowsFacts windows) => facts with { Machine = facts.Machine with { Windows = windows } };

    public static IReadOnlyList<ClockFacts> Costs(double preciseTime, double? vmExit, double? timestampCounter) =>
    [
        Clock(ClockSource.PreciseTime, "GetSystemTimePreciseAsFileTime", preciseTime),
        Clock(ClockSource.TimestampCounter, "RDTSC", timestampCounter),
        Clock(ClockSource.VmExit, "CPUID", vmExit),
    ];

    public static CheckDocument ToDocument(this GuestFacts facts, DateTimeOffset startedAt) => new()
    {
        Id = Guid.NewGuid(),
        Tool = new ToolInfo("0.1.0"),
        StartedAt = startedAt,
        Machine = facts.Machine,
        Clocks = facts.Clocks,
        Control = facts.Control,
        Verdict = facts.Verdict,
        Findings = [],
        Timing = new CheckTiming(20, 30),
    };

    private static ClockFacts Clock(ClockSource source, string api, double? nanoseconds) => new()
    {
        Source = source,
        Api = api,
        CallNs = nanoseconds is { } ns ? new CallCost(new Duration(ns), new Duration(ns * 0.99), new Duration(ns * 1.01), new Duration(ns * 1.2)) : null,
        Batches = 64,
        Why = nanoseconds is null ? "executable memory was refused" : null,
    };
}
