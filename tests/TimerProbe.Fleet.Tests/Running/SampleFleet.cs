namespace TimerProbe.Fleet.Tests.Running;

/// <summary>A vCenter of any size, always the same: hosts of two frequencies in clusters of 16, each machine at home until it is moved.</summary>
internal static class SampleFleet
{
    public const string Server = "vc1.example.org";
    public const string InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000001";

    public static readonly DateTimeOffset Start = new(2026, 8, 1, 3, 0, 0, TimeSpan.Zero);

    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    public static ScanDocument Scan(DateTimeOffset at, params VCenterFacts[] vcenters) => new()
    {
        Id = Guid.CreateVersion7(at),
        Tool = new ToolInfo("0.1.0"),
        StartedAt = at,
        TolerancePpm = FrequencyRules.DefaultTolerance,
        VCenters = vcenters,
        Findings = [],
        Timing = new ScanTiming(812.4 + (at.Ticks % 977), 23, [new ScanStep(Server, "login", 41.2 + (at.Ticks % 7), 2)]),
    };

    public static VCenterFacts VCenter(int machines)
    {
        List<HostFacts> hosts = [.. Enumerable.Range(0, Math.Max(4, machines / 25)).Select(Host)];
        return new VCenterFacts
        {
            Server = Server,
            InstanceUuid = InstanceUuid,
            Version = "8.0.3",
            FullName = "VMware vCenter Server 8.0.3 build-24022515",
            IsVirtualCenter = true,
            Status = ReadStatus.Complete,
            Hosts = hosts,
            Clusters = [.. hosts.Select(host => host.Cluster!).Distinct()
                .Select(name => new ClusterFacts { Name = name, Id = "domain-" + name, Drs = "fullyAutomated" })],
            VirtualMachines = [.. Enumerable.Range(0, machines).Select(number => Machine(number, hosts[number % hosts.Count]))],
        };
    }

    public static VCenterFacts Moved(this VCenterFacts vcenter, params (int Machine, int Host)[] moves)
    {
        var machines = vcenter.VirtualMachines.ToList();
        foreach (var (machine, host) in moves)
        {
            machines[machine] = On(machines[machine], vcenter.Hosts[host]);
        }

        return vcenter with { VirtualMachines = machines };
    }

    public static VCenterFacts With(this VCenterFacts vcenter, int machine, Func<VirtualMachineFacts, VirtualMachineFacts> change)
    {
        var machines = vcenter.VirtualMachines.ToList();
        machines[machine] = change(machines[machine]);
        return vcenter with { VirtualMachines = machines };
    }

    /// <summary>The vCenter with a result of every guest joined.</summary>
    public static VCenterFacts Measured(this VCenterFacts vcenter, DateTimeOffset at) => vcenter with
    {
        VirtualMachines =
        [
            .. vcenter.VirtualMachines.Select(machine => machine with
            {
                Guest = new JoinedGuest(Guid.Empty, ClockState.Healthy, ClockCause.None, "uuid") { Source = GuestSource.File,
                    MeasuredAt = at, PreciseTimeNs = new Duration(21.5), VirtualTscHz = machine.HomeHz },
            }),
        ],
    };

    /// <summary>The machine as a scan sees it once vCenter has dropped its power-on event.</summary>
    public static VirtualMachineFacts Forgotten(VirtualMachineFacts machine) => machine with
    {
        HomeHost = null,
        HomeHz = null,
        HomeSource = null,
        HomeSince = null,
        DifferencePpm = null,
        Comparison = null,
        Placement = Placement.Unknown,
        UnknownReason = "its power-on event is no longer kept, or it came from another vCenter",
    };

    private static VirtualMachineFacts On(VirtualMachineFacts machine, HostFacts host)
    {
        var difference = host.Hz!.Value.DifferenceFrom(machine.HomeHz!.Value);
        return machine with
        {
            Host = host.Name,
            HostId = host.Id,
            HostHz = host.Hz,
            Cluster = host.Cluster,
            ClusterId = host.ClusterId,
            DifferencePpm = difference,
            Comparison = Rules.Compare(difference),
            ClockExpectation = ClockExpectation.ExpectedSlow,
            Placement = Rules.IsHarmless(host.Hz.Value, machine.HomeHz.Value) ? Placement.Home : Placement.Away,
        };
    }

    private static HostFacts Host(int number) => new()
    {
        TscScaling = TscScaling.No,
        Name = $"esx{number:000}.example.org",
        Id = $"host-{number}",
        Cluster = $"cluster-{number / 16:00}",
        ClusterId = $"domain-cluster-{number / 16:00}",
        Hz = new Frequency(number % 2 == 0 ? 2_394_000_000 : 2_593_905_000),
        CpuModel = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz",
        Version = "8.0.3",
        PowerPolicy = "dynamic",
        ConnectionState = "connected",
        InMaintenanceMode = false,
        BootTime = Start.AddDays(-90),
    };

    private static VirtualMachineFacts Machine(int number, HostFacts host) => On(
        new VirtualMachineFacts
        {
            Name = $"VM{number:00000}",
            Id = $"vm-{number}",
            Uuid = Uuid(number),
            InstanceUuid = $"5022abcd-0000-4000-8000-{number:000000000000}",
            Datacenter = "dc",
            Folder = $"folder-{number % 40}",
            PowerState = "poweredOn",
            BootTime = Start.AddMinutes(-number * 7),
            HomeHost = host.Name,
            HomeHz = host.Hz,
            HomeSource = HomeSource.Event,
            HomeSince = Start.AddMinutes(-number * 7),
            Placement = Placement.Home,
            GuestId = "windows2019srv_64Guest",
            GuestHostName = $"vm{number:00000}.example.org",
            ProcessorCount = 8,
            Settings = new VirtualMachineSettings { HardwareVersion = "vmx-19" },
        },
        host);

    public static string Uuid(int number) => $"4222abcd-0000-4000-8000-{number:000000000000}";
}
