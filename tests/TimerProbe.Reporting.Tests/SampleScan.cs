using static TimerProbe.Reporting.Tests.SampleFindings;

namespace TimerProbe.Reporting.Tests;

/// <summary>The scan that every writer is tested on: a vCenter that was read, one that was read in part, one that failed.</summary>
internal static class SampleScan
{
    public const string First = "vc1.example.org";
    public const string Second = "vc2.example.org";

    public static readonly Frequency Slower = new(2_394_000_000);
    public static readonly Frequency Faster = new(2_593_905_000);

    private static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);
    private static readonly Problem NoMachine = Problem.Create(ProblemCode.ResultUnmatched, $"no virtual machine has its UUID or its name");

    public static ScanDocument Document { get; } = Of(Vms("DB01", "prod", "esx01.example.org"), "prod", "esx01.example.org");

    /// <summary>The same scan where a machine, its host, its cluster, its datacenter and its folder have this name.</summary>
    public static ScanDocument Named(string name) => Of(Vms(name, name, name), name, name);

    /// <summary>The same scan with so many machines away from home, and a finding for each.</summary>
    public static ScanDocument WithAway(int count) => WithAway([.. Enumerable.Range(1, count).Select(number => $"VM{number:0000}")]);

    public static void Markdown(ScanDocument document, TextWriter output) => ReportMarkdown.Write(FleetReport.Create(document), output);

    public static ScanDocument WithAway(IReadOnlyList<string> names) =>
        Of([.. names.Select((name, index) => Away(name, $"vm-{index + 1}", "prod", "esx01.example.org"))], "prod", "esx01.example.org");

    private static ScanDocument Of(IReadOnlyList<VirtualMachineFacts> machines, string cluster, string host)
    {
        machines = [.. machines.Select(machine => machine with { Cluster = cluster, Host = host, Datacenter = cluster, Folder = $"{cluster}/sql" })];
        return new ScanDocument
        {
            Id = Guid.Parse("0198f0c2-0000-7000-8000-000000000002"),
            Tool = new ToolInfo("0.1.0"),
            StartedAt = Start,
            TolerancePpm = new PartsPerMillion(250),
            Scope = new ScanScope { Clusters = [cluster], Names = ["*"] },
            VCenters = [Complete(machines, cluster, host), Partial(cluster), Failed()],
            GuestResults = new GuestResultsFacts(3, 1, 1,
                [new UnmatchedGuest(Guid.Empty, machines[0].Name, NoMachine.ToString(), NoMachine)], [$"{machines[0].Name}.json is no check document"]),
            Findings =
            [
                .. machines.Where(machine => machine.Placement == Placement.Away).Select(AwayFromHome),
                MixedCluster(cluster),
                .. machines.Take(2).Select(RawTsc),
            ],
            Timing = new ScanTiming(812.4, 23,
                [new ScanStep(First, "login", 41.2, 2), new ScanStep(First, "virtualMachines", 310, 10), new ScanStep(Second, "login", 35.5, 2)]),
        };
    }

    private static VCenterFacts Complete(IReadOnlyList<VirtualMachineFacts> machines, string cluster, string host) => new()
    {
        Server = First,
        InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000001",
        Version = "8.0.3",
        FullName = "VMware vCenter Server 8.0.3 build-24022515",
        IsVirtualCenter = true,
        Status = ReadStatus.Complete,
        Hosts = [Host(host, "host-11", Slower, $"{cluster}/1", cluster), Host("esx02.example.org", "host-12", Slower, $"{cluster}/1", cluster), Host("esx04.example.org", "host-14", Faster, $"{cluster}/2", cluster)],
        Clusters =
        [
            new ClusterFacts
            {
                Name = cluster,
                Id = "domain-c8",
                Datacenter = cluster,
                Drs = "fullyAutomated",
                FrequencyClasses = [new FrequencyClass($"{cluster}/1", Slower, Slower, [host, "esx02.example.org"]), new FrequencyClass($"{cluster}/2", Faster, Faster, ["esx04.example.org"])],
            },
        ],
        VirtualMachines = machines,
        Classes = [],
        Templates = 7,
    };

    private static VCenterFacts Partial(string cluster) => new()
    {
        Server = Second,
        Version = "7.0.3",
        IsVirtualCenter = true,
        CertificateVerified = false,
        Status = ReadStatus.Partial,
        Classes = [],
        Problems = [$"the events of {cluster} could not be read: scan@vsphere.local lacks the privilege System.View"],
        Hosts = [Host("esx21.example.org", "host-11", Faster, "test/1", "test")],
        Clusters = [new ClusterFacts { Name = "test", Id = "domain-c8", Drs = "off", FrequencyClasses = [new FrequencyClass("test/1", Faster, Faster, ["esx21.example.org"])] }],
        VirtualMachines =
        [
            new VirtualMachineFacts { Name = "TEST01", Id = "vm-101", Placement = Placement.Unknown, UnknownReason = "the events could not be read", PowerState = "poweredOn", Cluster = "test", ClusterId = "domain-c8", Host = "esx21.example.org", HostId = "host-11", HostHz = Faster },
        ],
    };

    private static VCenterFacts Failed() => new() { Server = "vc3.example.org", Status = ReadStatus.Failed, Problems = ["vc3.example.org refused the login of scan@vsphere.local"] };

    private static HostFacts Host(string name, string id, Frequency hz, string frequencyClass, string cluster) => new()
    {
        Name = name,
        Id = id,
        Cluster = cluster,
        ClusterId = "domain-c8",
        Datacenter = cluster,
        Hz = hz,
        CpuModel = "Intel(R) Xeon(R) CPU E5-2680 v3 @ 2.50GHz",
        CpuVendor = "intel",
        CpuFamily = 6,
        CpuModelNumber = 0x3F,
        TscScaling = TscScaling.No,
        TscScalingSource = TscScalingSource.Processor,
        HardwareModel = "PowerEdge R740",
        Version = "8.0.3",
        Build = "24022510",
        EvcMode = "intel-cascadelake",
        BootTime = Start.AddDays(-90),
        PowerPolicy = "dynamic",
        FrequencyClass = frequencyClass,
        ConnectionState = "connected",
        InMaintenanceMode = false,
        KernelOptions = new Dictionary<string, string> { ["timerForceTSC"] = "TRUE" },
    };

    private static IReadOnlyList<VirtualMachineFacts> Vms(string name, string cluster, string host) =>
    [
        Away(name, "vm-101", cluster, host) with
        {
            Guest = new JoinedGuest(Guid.Parse("0198f0c2-0000-7000-8000-000000000003"), ClockState.Slow, ClockCause.TscTrapped, "uuid")
            {
                Source = GuestSource.File,
                MeasuredAt = Start.AddHours(-1),
                PreciseTimeNs = new Duration(1180.2),
                VirtualTscHz = Faster,
            },
        },
        Away("DB02", "vm-102", cluster, host) with
        {
            Guest = new JoinedGuest(Guid.Parse("0198f0c2-0000-7000-8000-000000000004"), ClockState.Healthy, ClockCause.None, "name") { Source = GuestSource.File },
        },
        Away("DB03", "vm-103", cluster, host),
        Away("DB04", "vm-104", cluster, host) with { Settings = new VirtualMachineSettings { RebootPowerCycle = false } },
        new() { Name = "WEB01", Id = "vm-105", Placement = Placement.Home, PowerState = "poweredOn", ClusterId = "domain-c8", HostId = "host-11", HostHz = Slower, HomeHost = "esx01.example.org", HomeHz = Slower, HomeSource = HomeSource.Event, DifferencePpm = new PartsPerMillion(0), Comparison = FrequencyComparison.Equal },
        new() { Name = "OLD01", Id = "vm-106", Placement = Placement.Off, PowerState = "poweredOff", ClusterId = "domain-c8", HostId = "host-11" },
    ];

    private static VirtualMachineFacts Away(string name, string id, string cluster, string host) => new()
    {
        Name = name,
        Id = id,
        Uuid = "4222abcd-0000-4000-8000-000000000001",
        InstanceUuid = $"5022abcd-0000-4000-8000-{id[3..].PadLeft(12, '0')}",
        Datacenter = cluster,
        Folder = cluster,
        Cluster = cluster,
        ClusterId = "domain-c8",
        PowerState = "poweredOn",
        BootTime = Start.AddDays(-20),
        Host = host,
        HostId = "host-11",
        ClockExpectation = ClockExpectation.ExpectedSlow,
        HostHz = Slower,
        HomeHost = "esx04.example.org",
        HomeHz = Faster,
        HomeSource = HomeSource.Event,
        HomeSince = Start.AddDays(-20),
        MovedAt = Start.AddDays(-2),
        DifferencePpm = Slower.DifferenceFrom(Faster),
        Comparison = FrequencyComparison.OtherModel,
        Placement = Placement.Away,
        HarmlessHosts = ["esx04.example.org"],
        Drs = "fullyAutomated",
        BoundTo = [host, "esx04.example.org"],
        GuestId = "windows2019srv_64Guest",
        GuestHostName = $"{name}.example.org",
        ProcessorCount = 8,
        Settings = new VirtualMachineSettings
        {
            VirtualRdtsc = false,
            HardwareVersion = "vmx-19",
            RebootPowerCycle = false,
            LatencySensitivity = "normal",
            CpuLimitMhz = 4_000,
            Other = new Dictionary<string, string> { ["timeTracker.apparentHz"] = "2400000000", ["hypervisor.cpuid.v0"] = "FALSE" },
        },
        Pressure = new CpuPressureOfMachine(12.5, 0.25, 80, null),
    };
}
