using TimerProbe.Core.Tests.Advice;

namespace TimerProbe.Cli.Tests.Answers;

/// <summary>Checks of every verdict, judged and advised by the program's own rules.</summary>
internal static class CheckCases
{
    private const double HealthyControl = 1.02;

    private static readonly MachineFacts WindowsOnVMware =
        On(GuestFactsBuilder.WindowsOnVMware.Machine with { AllowedProcessors = 8 }, hypervisor => hypervisor with { HostHz = null });

    private static readonly MachineFacts Linux = WindowsOnVMware with
    {
        Os = "Debian GNU/Linux 12 (bookworm) (Linux 6.18.44-amd64)",
        Windows = null,
        Linux = new LinuxFacts { Clocksource = "tsc", AvailableClocksources = ["tsc", "hpet"], Vdso = true },
    };

    /// <summary>A clock that is cheap to read and runs 7 % too fast.</summary>
    public static CheckDocument WrongRate { get; } = Advised(Of(WindowsOnVMware, precise: 30, exit: 1_070, tsc: 12) with
    {
        Drift = new DriftFacts(60)
        {
            Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org") { Stratum = 2, RoundTripMs = 0.4 },
            CounterAgainstReferencePpm = new PartsPerMillion(70_000),
            PreciseAgainstReferencePpm = new PartsPerMillion(12.5),
            UncertaintyPpm = new PartsPerMillion(20),
            AdjustedMs = -4_199,
        },
    });

    /// <summary>A slow path of KVM's page, worth a check, on a machine that waits for its processor as well.</summary>
    public static CheckDocument PageBesideWaiting { get; } = Of(
        Linux with
        {
            SmbiosManufacturer = "KubeVirt",
            SmbiosProduct = "None",
            Hypervisor = new HypervisorFacts { Present = true, Vendor = "KVMKVMKVM", Name = "KVM" },
            Linux = new LinuxFacts { Clocksource = "kvm-clock", AvailableClocksources = ["kvm-clock", "acpi_pm"], Vdso = true },
            CpuPressure = new CpuPressureFacts { OverMs = 400, WaitedMs = 250, StealMs = 0, ThrottledMs = 0 },
        },
        precise: 240, exit: 1_400, tsc: 12);

    /// <summary>The checks by the names of their transcripts.</summary>
    public static IReadOnlyDictionary<string, CheckDocument> All { get; } = new Dictionary<string, CheckDocument>()
    {
        ["wrong-time"] = Advised(Of(WindowsOnVMware, precise: 31, exit: 1_070, tsc: 12) with
        {
            Time = new TimeFacts
            {
                OffsetMs = -64_012.4,
                OffsetUncertaintyMs = 0.3,
                Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org") { Stratum = 2, RoundTripMs = 0.6, RootDistanceMs = 12.1 },
                BackwardSteps = 0,
                Services = [],
            },
        }),
        ["native"] = Of(WindowsOnVMware, precise: 31, exit: 1_070, tsc: 12),
        ["trapped"] = Of(WindowsOnVMware, precise: 1_629, exit: 927, tsc: 1_622),
        ["trapped-away"] = Of(
            On(WindowsOnVMware, hypervisor => hypervisor with { HostHz = new Frequency(2_593_000_000) }), precise: 1_629, exit: 927,
                tsc: 1_622),
        ["trapped-with-vbs"] = Of(On(WindowsOnVMware,
            hypervisor => hypervisor with { Vendor = "Microsoft Hv", Name = "Hyper-V", Vbs = true }), precise: 2_140, exit: 31_400, tsc: 2_105),
        ["trapped-on-linux"] = Of(Linux, precise: 1_180, exit: 1_070, tsc: 1_090),
        ["trapped-on-kvm"] = Of(Linux with
        {
            SmbiosManufacturer = "QEMU",
            SmbiosProduct = "Standard PC",
            Hypervisor = new HypervisorFacts { Present = true, Vendor = "KVMKVMKVM", Name = "KVM" }
        }, precise: 13_826, exit: 4_534, tsc: 13_759),
        ["starved-and-healthy"] = Starved(Of(WindowsOnVMware, precise: 34, exit: 1_100, tsc: 13)),
        ["starved"] = Starved(Of(WindowsOnVMware, precise: 410, exit: 9_800, tsc: 160, control: 11.2), control: 11.2),
        ["platform-timer"] = Of(WindowsOnVMware with
        {
            Windows = new WindowsFacts { QpfHz = new Frequency(3_579_545), QpcBypass = 0, QpcShift = 0, UsePlatformClock = true }
        }, precise: 1_450, exit: 1_070, tsc: 12),
        ["platform-timer-on-linux"] = Of(Linux with
        {
            Linux = new LinuxFacts { Clocksource = "hpet", AvailableClocksources = ["tsc", "hpet"], Vdso = true }
        }, precise: 1_450, exit: 1_070, tsc: 12),
        ["hypervisor-page"] = Of(WindowsOnVMware with
        {
            Windows = WindowsOnVMware.Windows! with { ReferencePage = new ReferencePageFacts(0, 0, 0) }
        }, precise: 1_310, exit: 1_070, tsc: 12),
        ["hypervisor-call"] = Of(WindowsOnVMware with
        {
            Windows = new WindowsFacts { QpfHz = new Frequency(10_000_000), QpcBypass = 0, QpcShift = 0, UsePlatformClock = false }
        }, precise: 1_310, exit: 1_070, tsc: 12),
        ["intermittent"] = Of(WindowsOnVMware, precise: 33, exit: 1_070, tsc: 12,
            change: new ClockChange(new Duration(33), new Duration(1_640), ClockChangeKind.Time, 0.4)),
        ["worth-a-check"] = Of(WindowsOnVMware, precise: 180, exit: 1_070, tsc: 25),
        ["undecided"] = Of(WindowsOnVMware, precise: 290, exit: 1_070, tsc: 60, spread: 4),
        ["without-rdtsc"] = Of(WindowsOnVMware, precise: 640, exit: 5_000, tsc: null),
    };

    private static MachineFacts On(MachineFacts machine, Func<HypervisorFacts, HypervisorFacts> change) =>
        machine with { Hypervisor = change(machine.Hypervisor) };

    private static CheckDocument Starved(CheckDocument document, double control = HealthyControl) => Advised(document with
    {
        Machine = document.Machine with { CpuPressure = new CpuPressureFacts { OverMs = 100, StealMs = 41, WaitedMs = 38 } },
        Control = new ControlFacts(new Duration(control), 0.4, Starved: true, 0.38, "it lost its processor for 38 ms of 100 ms"),
    });

    private static CheckDocument Of(
        MachineFacts machine, double precise, double exit, double? tsc, double control = HealthyControl, double spread = 1.01,
            ClockChange? change = null)
    {
        var windows = machine.Windows is not null;
        ClockFacts[] clocks =
        [
            Clock(ClockSource.PreciseTime, windows ? "GetSystemTimePreciseAsFileTime" : "clock_gettime(CLOCK_REALTIME)", precise, spread),
            Clock(ClockSource.CoarseTime, windows ? "GetSystemTimeAsFileTime" : "clock_gettime(CLOCK_REALTIME_COARSE)", 3.7),
            Clock(ClockSource.Counter, windows ? "QueryPerformanceCounter" : "clock_gettime(CLOCK_MONOTONIC)", precise * 1.02),
            Clock(ClockSource.TimestampCounter, "RDTSC", tsc) with { RatioToVmExit = Interval(tsc)?.Over(Interval(exit)!.Value) },
            Clock(ClockSource.TimestampCounterOrdered, "RDTSCP", tsc * 1.6),
            Clock(ClockSource.VmExit, "CPUID", exit),
        ];
        var intervals = new ClockIntervals(Interval(precise, spread)!.Value, Interval(exit), Interval(tsc))
        {
            Counter = Interval(precise * 1.02),
            CoarseTime = new Duration(3.7),
            Control = Interval(control, 1.0)!.Value.Over(Interval(HealthyControl, 1.0)!.Value),
        };
        return Advised(new CheckDocument
        {
            Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000009"),
            Tool = new ToolInfo("0.2.0"),
            StartedAt = new DateTimeOffset(2026, 11, 21, 3, 0, 0, TimeSpan.Zero),
            Machine = machine,
            Clocks = clocks,
            Control = new ControlFacts(new Duration(control), 0.01, Starved: false, 0.002),
            Change = change,
            Verdict = new VerdictJudge(ClockPath.From(machine)).Judge(intervals, change),
            Findings = [],
            Timing = new CheckTiming(71.2, 142.5),
        });
    }

    private static ClockFacts Clock(ClockSource source, string api, double? cost, double spread = 1.01) => new()
    {
        Source = source,
        Api = api,
        CallNs = Interval(cost, spread) is { } known ? new CallCost(known.Median, known.Low, known.High, known.High) : null,
        CallsPerSecond = cost is { } ns ? (long)(1e9 / ns) : null,
        Batches = 64,
        Why = cost is null ? "the system refuses executable memory" : null,
    };

    private static MedianInterval? Interval(double? cost, double spread = 1.01) =>
        cost is { } ns ? new MedianInterval(new Duration(ns), new Duration(ns / spread), new Duration(ns * spread)) : null;

    private static CheckDocument Advised(CheckDocument document) => document with { Findings = RuleCatalogue.Evaluate(document.Facts()) };
}
