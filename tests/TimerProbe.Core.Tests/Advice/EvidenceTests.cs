using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;
using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

/// <summary>What every rule says, shows for it and advises, over guests, machines and servers that tell as much as any can. TIMERPROBE_UPDATE_GOLDEN=1 writes the pages.</summary>
public sealed class EvidenceTests
{
    private static readonly GuestFacts Windows = (Trapped with { Machine = Trapped.Machine with { InvariantTsc = true } })
        .On(hypervisor => hypervisor with
        {
            Vbs = true,
            VirtualTscSource = TscRateSource.ReferencePage,
            HostHz = new Frequency(2_593_000_000),
            HostCounterHz = new Frequency(2_593_000_000),
            ToolsSpeedHz = new Frequency(2_594_000_000),
        }).In(new WindowsFacts
        {
            QpfHz = new Frequency(3_579_545),
            QpcBypass = 0,
            UsePlatformClock = true,
            ReferencePage = new ReferencePageFacts(0, 1, 0)
        }) with
    {
        Control = StarvedControl,
        Change = new ClockChange(new Duration(23), new Duration(1_165), ClockChangeKind.Time, 0.5),
        PerProcessor = [new(0, 0, new Duration(30), new Duration(12)), new(1, 0, new Duration(31), new Duration(13)),
            new(2, 0, new Duration(1_200), new Duration(1_100))],
        Scaling = [new(1, 40_000_000, 1), new(8, 80_000_000, 0.25)],
        Drift = new DriftFacts(64)
        {
            Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org"),
            CounterAgainstReferencePpm = new PartsPerMillion(2_000),
            PreciseAgainstReferencePpm = new PartsPerMillion(12.5),
            UncertaintyPpm = new PartsPerMillion(20),
            AdjustedMs = 128.5,
        },
        Clocks = [.. Trapped.Clocks.Select(clock => clock with { BackwardSteps = 7 })],
        Time = new TimeFacts
        {
            OffsetMs = -64_000,
            OffsetUncertaintyMs = 0.4,
            Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org") { Stratum = 2, RootDistanceMs = 24.5 },
            Steps = [new TimeStep(1_000, 2_000), new TimeStep(4_000, -2_000)],
            ProcessorsApartNs = 1_000_000,
            ApartProcessors = ["0", "3"],
            Services = ["Windows Time (w32time)", "VMware Tools"],
        },
    };

    private static readonly GuestFacts Linux = Marked(LinuxOn("VMware, Inc.", "VMware7,1", "VMwareVMware", "VMware")).Under(new CpuPressureFacts
    {
        OverMs = 100,
        Quota = 1.5,
        ThrottledMs = 120.5,
        StealMs = 90,
        WaitedMs = 40,
        LimitHz = new Frequency(4_000_000_000),
    }) with
    {
        Clocks = Costs(preciseTime: 650, vmExit: 1_070, timestampCounter: null),
        Change = new ClockChange(new Duration(23), new Duration(1_165), ClockChangeKind.Processors, 0.25),
        Drift = Windows.Drift! with { Reference = new TimeReferenceFacts(TimeReferenceKind.VmwareTools, "VMware Tools") },
    };

    private static readonly GuestFacts OnXen = LinuxOn("Xen", "HVM domU", "XenVMMXenVMM", "Xen");

    private static readonly GuestFacts Ticking = Marked(LinuxOn("QEMU", "Standard PC", "KVMKVMKVM", "KVM")) with
    {
        Clocks = [Costs(preciseTime: 90, vmExit: 1_070, timestampCounter: 12)[0] with { GranularityNs = new Duration(4_000_000) }],
    };

    private static readonly GuestFacts WithoutPage = WindowsOnVMware.In(
        new WindowsFacts { QpcBypass = 0, ReferencePage = new ReferencePageFacts(uint.MaxValue, 1, 0) }) with
    {
        PerProcessor = [new(0, 1, new Duration(1_200), new Duration(30)), new(1, 1, new Duration(30), new Duration(30))],
    };

    private static IEnumerable<GuestFacts> Guests =>
    [
        .. from guest in new[] { Windows, Linux, OnXen, WithoutPage } from cause in Enum.GetValues<ClockCause>() select guest.Says(
            ClockState.Slow, cause, Confidence.Measured),
        WindowsOnVMware with { Scaling = Windows.Scaling },
            LinuxOn("", "", "", "") with { Scaling = Windows.Scaling, PerProcessor = Windows.PerProcessor },
        WindowsOnVMware.Says(ClockState.Unclear, ClockCause.None) with { Control = StarvedControl }, WindowsOnVMware.WithVbs(),
        .. Ailing.SelectMany(guest => new[] { guest, guest.Says(ClockState.Slow, ClockCause.Unknown) }),
        WindowsOnVMware.Under(new CpuPressureFacts { LimitHz = new Frequency(4_000_000_000) }),
        Ticking, OnXen with { Drift = Windows.Drift }, Linux.Says(ClockState.Unclear, ClockCause.None),
    ];

    /// <summary>Healthy, for reasons that make a slow clock likely.</summary>
    private static IEnumerable<GuestFacts> Ailing =>
    [
        WindowsOnVMware.On(hypervisor => hypervisor with { Present = false }),
            WindowsOnVMware.On(hypervisor => hypervisor with { Vendor = "Microsoft Hv" }),
        WindowsOnVMware.On(hypervisor => hypervisor with { Interface = "", ReferenceTsc = false })
            .In(new WindowsFacts { QpfHz = new Frequency(3_579_545), QpcBypass = 0 }),
    ];

    internal static IEnumerable<FleetFacts> Fleets
    {
        get
        {
            var away = Away(Esx04, Esx01) with
            {
                ResumedAt = Boot.AddDays(5),
                RevertedAt = Boot.AddDays(6),
                GuestHostName = "db01.example.org",
                SqlServerExpected = true
            };
            var told = away.Says(ClockState.Slow, ClockCause.TscTrapped) with { Destination = Esx02.Name };
            var published = told with
            {
                Destination = Esx04.Name,
                Drs = "partiallyAutomated",
                Guest = told.Guest! with { VirtualTscHz = new Frequency(2_394_000_000), Source = GuestSource.Published }
            };
            var pressed = At(Esx01) with { Pressure = new CpuPressureOfMachine(12.5, 4.25, 80, 3) };
            VirtualMachineFacts[] machines =
            [
                away, away.Says(ClockState.Slow, ClockCause.TscTrapped), away.Says(ClockState.Healthy),
                    away.Says(ClockState.Slow, ClockCause.TscTrapped, matchedBy: "name"),
                told, published, told.RawTsc(), At(Esx04).RawTsc() with { Drs = "manual" }, At(Esx04)
                    .RawTsc() with { Drs = null }, At(Esx04).RawTsc() with { Drs = "partiallyAutomated" },
                Unknown(Esx04).Says(ClockState.Slow, ClockCause.TscTrapped),
                    Unknown(Esx04) with { BootTime = Boot, UnknownReason = null }, Unknown(Esx04) with { Cluster = null },
                Unknown(Alone) with { Host = null }, Unknown(Alone) with { Host = null, HostId = null },
                away with { HomeSource = HomeSource.Guest, HomeHost = null }, away with { HomeSource = HomeSource.History },
                    away with { HarmlessHosts = [], HomeSince = null },
                away.Inferred(Esx04, Esx01), Unknown(Esx04).Inferred(Esx01, Esx04) with { HomeCertainty = null },
                away with { HomeSource = HomeSource.Log }, away with { HomeSource = HomeSource.OnlyClass, HomeHost = null },
                away with { Moves = [new MachineMove(Boot, "esx01", "esx02") { By = "DRS" }, new MachineMove(Boot.AddDays(3), "esx02", "esx04") { By = "CORP\\admin" }] },
                away with { Moves = [new MachineMove(Boot, "esx01", "esx04") { By = "an account of another move" }] }, Away(Esx11, Esx04), away with { BootTime = Boot.AddDays(1) },
                away with { MoveObstacle = MoveObstacle.Affinity }, away with { MoveObstacle = MoveObstacle.AntiAffinity },
                Away(Esx01, Esx08), At(Esx04).Says(ClockState.Slow, ClockCause.TscTrapped), Off(Esx01, "suspended"), Unknown(Esx01), Unknown(Alone),
                pressed.With(settings => settings with { CpuLimitMhz = 4_000 }).Says(ClockState.Slow, ClockCause.CpuStarved),
                At(Esx01).RawTsc(), At(Esx11).RawTsc(), At(Alone).RawTsc(), away.RawTsc(), At(Esx01).RawTsc(true), At(Esx01)
                    .RawTsc() with { MustRunOn = ["esx01"] },
                At(Esx01).With(settings => settings with { LatencySensitivity = "high", HardwareVersion = "vmx-07" }).Says(ClockState.Healthy),
                .. from setting in ClockSettings() select At(Esx01).Set(setting, "FALSE").Says(ClockState.Healthy),
                At(Esx01).Set("timeTracker.apparentHz", "2593905000"),
            ];
            var options = new Dictionary<string, string> { ["VMkernel.Boot.timerForceTSC"] = "false" };
            return
            [
                .. machines.Select(machine => Fleet(machine)
                    .HostsAs(host => host with { PowerPolicy = "Balanced", KernelOptions = options, CpuModel = "Intel(R) Xeon(R) Gold 6142" })),
                Fleet(At(Esx04, "a").Says(ClockState.Slow, ClockCause.TscTrapped), Away(Esx01, Esx04, "b")
                    .Says(ClockState.Slow, ClockCause.TscTrapped))
                    .HostsAs(host => host with { Version = "8.0.3", HardwareModel = "PowerEdge R740", CpuModel = "Intel(R) Xeon(R) Gold 6142" }),
                Fleet(Away(Esx01, Esx04), At(Esx01, "b"), Away(Esx08, Esx04, "c"))
                    .HostsAs(host => host with { EarlierHz = host.Id == Esx01.Id ? Esx04.Hz
                        : null, ChangedAt = Boot.AddDays(2), CpuModel = "Intel(R) Xeon(R) Gold 6142" }),
                Fleet(Unknown(Esx04, "a", why: "a reason"), Unknown(Esx04, "b", why: "the usual reason"),
                    Unknown(Esx04, "c", why: "the usual reason"), Unknown(Esx04, "d", why: "of others")),
                Fleet(away.Says(ClockState.Healthy), Away(Esx04, Esx02, "open"),
                    Away(Esx01, Esx08, "open too") with { SqlServerExpected = true }, Away(Esx11, Alone, "alone"))
                    .HostsAs(host => host with { CpuModelNumber = 0x4F, CpuModel = "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz",
                        Version = "6.7.0", Build = "14320388", HardwareVendor = host.Id == Alone.Id ? "VMware, Inc." : "Dell Inc." }).Judged(),
                Fleet(SlowOn("a", "esx99"), SlowOn("b", "esx99")), Fleet(SlowOn("a", host: null), SlowOn("b", host: null)),
            ];
        }
    }

    private static IEnumerable<SqlMeasurement> Servers
    {
        get
        {
            var bare = SqlMeasurementBuilder.Bare;
            var full = Enum.GetValues<SqlWorkload>().Aggregate(bare, (measured, workload) => measured.With(workload, 400)).Calls(790, 820, 860);
            var before = full.Before(normal: true, [.. full.Workloads]).PricedBefore(150);
            var named = full.Server with
            {
                TimeSource = "MULTIMEDIA_TIMER",
                StartedAt = Boot,
                Database = "scratch",
                MissingRights = [new SqlMissingRight("VIEW SERVER STATE", "the time source")],
                StatementTraces = ["2 (SP:StmtCompleted)"],
                ProfilingSessions = ["Slow queries"],
                LiveQueryStatistics = true,
                QueryStoreCapture = "ALL",
            };
            return
            [
                bare, full, before, before.Priced(1_790, 1_820, 1_860),
                    before.Priced(140, 150, 160), full with { Server = named },
                bare.Checked(ClockState.Slow, ClockCause.TscTrapped).Priced(1_790, 1_820, 1_860), bare.Checked(ClockState.Healthy)
                    .Priced(1_790, 1_820, 1_860),
                before.Priced(250, 400, 700), Slower(before), Slower(before).Unseen(), bare.With(SqlWorkload.SetControl, 100)
                    .Calls(790, 820, 860),
                full.Checked(ClockState.Slow, ClockCause.TscTrapped),
                bare.With(SqlWorkload.PrimalityNative, 300).Interpreted().Calls(790, 820, 860),
                bare.Commits(12e6, write: 11e6) with { Server = bare.Server with { Database = "scratch" } },
                bare with { Server = bare.Server with { Engine = "Babelfish for PostgreSQL", Unavailable = [new Unavailable("tscHz", "the server reports no cpu_ticks")] } },
                bare with { Workloads = [SqlMeasurementBuilder.Ran(SqlWorkload.Primality, 449) with { Inlineable = true }] },
                bare with { Workloads = [SqlMeasurementBuilder.RanIn(SqlWorkload.Primality, 449)] },
                bare.Before(normal: true, SqlMeasurementBuilder.RanIn(SqlWorkload.Primality, 449)),
            ];
        }
    }

    private static SqlMeasurement Slower(SqlMeasurement measured)
    {
        var slower = SqlMeasurementBuilder.Bare.With(SqlWorkload.SetControl, 400).With(SqlWorkload.Primality, 2_000)
            .Before(normal: true, SqlMeasurementBuilder.Ran(SqlWorkload.Primality, 400),
                SqlMeasurementBuilder.Ran(SqlWorkload.SetControl, 400)).PricedBefore(150);
        return slower.Priced(690, 700, 710) with { ClockCall = measured.ClockCall };
    }

    /// <summary>Made for each test: tests/mutate changes the rules between two tests of one process.</summary>
    private static IReadOnlyList<Finding> Findings() =>
    [
        .. Guests.SelectMany(RuleCatalogue.Evaluate),
        .. Fleets.SelectMany(RuleCatalogue.Evaluate),
        .. Servers.SelectMany(measured => RuleCatalogue.Evaluate(new SqlFacts(measured, SqlJudge.Judge(measured)))),
    ];

    [Fact]
    public void Each_rule_says_and_shows_this()
    {
        Assert.Equal(RuleCatalogue.Descriptions.Select(rule => rule.Id), Findings().Select(finding => finding.Rule).Distinct().Order(StringComparer.Ordinal));
        Is("evidence.txt", (page, rule) =>
        {
            Lines(page, rule.Select(finding => $"  {finding.Severity}, {finding.Confidence} of {finding.Subject.Kind} {finding.Subject.Name}: {finding.Title}")
                .Concat(rule.Where(finding => finding.LikelyCause is not null).Select(finding => $"  likely: {finding.LikelyCause}")));
            Lines(page, rule.SelectMany(finding => finding.Evidence).Select(seen => $"    {seen.What}: {seen.Value}{(seen.Unit is null ? "" : " " + seen.Unit)} ({seen.Source})"));
        });
    }

    [Fact]
    public void The_most_severe_come_first_and_those_of_one_severity_by_their_numbers()
    {
        Assert.All([.. Guests.Select(RuleCatalogue.Evaluate), .. Fleets.Select(RuleCatalogue.Evaluate)], findings => Assert.Equal(
            findings.OrderByDescending(finding => finding.Severity).ThenBy(finding => finding.Rule, StringComparer.Ordinal)
                .ThenBy(finding => finding.Subject.Name, StringComparer.Ordinal),
            findings));
        Assert.Contains(Guests, guest => RuleCatalogue.Evaluate(guest).Select(finding => finding.Severity).Distinct().Count() > 1);
    }

    /// <summary>Each text once, however many findings have it: which remedies fit whom is told by the tests of remedies.</summary>
    [Fact]
    public void Each_rule_advises_this() => Is("advice.txt", (page, rule) =>
    {
        foreach (var remedy in rule.SelectMany(finding => finding.Remedies).GroupBy(remedy => remedy.Action))
        {
            page.Append("  ").Append(remedy.Key).Append('\n');
            Lines(page, remedy.SelectMany(same => same.Steps).Select(step => $"    {step.Tool}: {step.Text.ReplaceLineEndings("\n      ")}"));
            Lines(page, remedy.SelectMany(same => same.Caveats.Append($"then: {same.Verify}")).Select(line => $"    {line}"));
        }
    });

    private static void Is(string file, Action<StringBuilder, IGrouping<string, Finding>> tell)
    {
        var page = new StringBuilder();
        foreach (var rule in Findings().GroupBy(finding => finding.Rule).OrderBy(rule => rule.Key, StringComparer.Ordinal))
        {
            page.Append(rule.Key).Append('\n');
            tell(page, rule);
        }

        GoldenFile.AssertIs(page.ToString(), "tests", "TimerProbe.Core.Tests", "Advice", file);
    }

    /// <summary>At home and slow on a host of which vCenter tells nothing.</summary>
    private static VirtualMachineFacts SlowOn(string name, string? host) =>
        At(Esx04, name).Says(ClockState.Slow, ClockCause.TscTrapped) with { Host = host, HostId = "host-99" };

    private static GuestFacts Marked(GuestFacts linux) => linux with { Machine = linux.Machine with { InvariantTsc = false, Linux = linux.Machine.Linux! with { TscUnstable = true, AvailableClocksources = ["hpet", "acpi_pm"], UnstableReason = "Marking clocksource 'tsc' as unstable because the skew is too large", ClockOptions = ["tsc=nowatchdog"], Container = "docker" } } };

    private static IEnumerable<string> ClockSettings() => ["hypervisor.cpuid.v0", "monitor_control.pseudo_perfctr", "monitor_control.disable_tsc_offsetting", "timeTracker.forceMonotonicTTAT"];

    private static void Lines(StringBuilder page, IEnumerable<string> lines) => page.AppendJoin('\n', lines.Distinct()).Append('\n');
}
