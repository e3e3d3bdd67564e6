namespace TimerProbe.Reporting.Tests.Html;

internal static class SampleCenters
{
    private static readonly DateTimeOffset Since = new(2026, 10, 3, 4, 12, 0, TimeSpan.Zero);

    public static VCenterFacts Whole(Frequency low, Frequency middle, Frequency high)
    {
        HostFacts[] prod =
        [
            .. Hosts("esx0", 1, 3, low, "prod"), .. Hosts("esx0", 4, 2, middle, "prod"), .. Hosts("esx0", 6, 3, high, "prod"),
            new HostFacts { Name = "esx09-with-a-long-name.datacenter-north.example.org", Id = "host-9", Cluster = "prod", ClusterId = "domain-c8", ConnectionState = "notResponding" },
        ];
        HostFacts[] uniform = [.. Hosts("uni0", 21, 4, high, "uniform")];
        return new VCenterFacts
        {
            Server = "vc1.example.org",
            InstanceUuid = "0198f0c2-0000-4000-8000-000000000001",
            Version = "8.0.3",
            FullName = "VMware vCenter Server 8.0.3 build-24022515",
            IsVirtualCenter = true,
            Status = ReadStatus.Complete,
            Hosts = [.. prod, .. uniform, new HostFacts { Name = "lonely.example.org", Id = "host-99", Hz = low, ConnectionState = "connected", InMaintenanceMode = true }],
            Clusters =
            [
                new ClusterFacts { Name = "prod", Id = "domain-c8", Drs = "fullyAutomated",
                    FrequencyClasses = new FrequencyRules(FrequencyRules.DefaultTolerance).Classify("prod", prod) },
                new ClusterFacts { Name = "uniform", Id = "domain-c9", Drs = "manual",
                    FrequencyClasses = new FrequencyRules(FrequencyRules.DefaultTolerance).Classify("uniform", uniform) },
            ],
            VirtualMachines = [.. Named(prod), .. Ordinary("APP", 100, 62, prod[..8]), .. Ordinary("WEB", 200, 40, uniform)],
            Templates = 3,
        };
    }

    public static VCenterFacts Partial(Frequency hz)
    {
        HostFacts[] hosts = [new HostFacts { Name = "מארח-1.example.org", Id = "host-1", Cluster = "עברית", ClusterId = "domain-c1", Hz = hz, ConnectionState = "connected" }];
        return new VCenterFacts
        {
            Server = "vc2.example.org",
            Version = "7.0.3",
            FullName = "VMware vCenter Server 7.0.3 build-20150588",
            IsVirtualCenter = true,
            CertificateVerified = false,
            Status = ReadStatus.Partial,
            Problems = ["The events could not be read: scan@vsphere.local lacks System.View on the root folder.", "2 hosts did not answer: <esx7>, esx8."],
            Hosts = hosts,
            Clusters = [new ClusterFacts { Name = "עברית", Id = "domain-c1",
                FrequencyClasses = new FrequencyRules(FrequencyRules.DefaultTolerance).Classify("עברית", hosts) }],
            VirtualMachines =
            [
                Machine("شرکت-۱ (DB)", 101, hosts[0]) with { Placement = Placement.Unknown, UnknownReason = "the events could not be read" },
                Machine("gpj.\u202Etxe", 102, hosts[0]) with { Placement = Placement.Unknown, UnknownReason = "the events could not be read" },
            ],
        };
    }

    private static IEnumerable<VirtualMachineFacts> Named(HostFacts[] hosts)
    {
        var sql = Machine("SQLPROD01", 101, hosts[0]);
        yield return Away(sql, hosts[5]) with
        {
            Uuid = "42220000-1111-2222-3333-444455556666",
            Guest = new JoinedGuest(Guid.Parse("0198f0c2-0000-7000-8000-0000000000a1"), ClockState.Slow, ClockCause.TscTrapped,
                "uuid")
            { Source = GuestSource.File, PreciseTimeNs = new Duration(1180.2) },
            HarmlessHosts = ["esx06", "esx07", "esx08"],
        };
        yield return Away(Machine("SQLPROD02", 102, hosts[3]), hosts[0]) with
        {
            Guest = new JoinedGuest(Guid.Parse("0198f0c2-0000-7000-8000-0000000000a2"), ClockState.Healthy, ClockCause.None,
                "name")
            { Source = GuestSource.File, PreciseTimeNs = new Duration(31) },
        };
        yield return Away(Machine("<script>alert('VM')</script>", 103, hosts[6]),
            hosts[1]) with
        { Settings = new VirtualMachineSettings { VirtualRdtsc = false, HardwareVersion = "vmx-19" } };
        yield return Away(Machine("Bestellungen & \"Café\" 'Ost'", 104, hosts[5]), hosts[4]);
        yield return Home(Machine("🐘 postgres-reporting-with-a-name-that-goes-on", 105, hosts[2]), hosts[1]) with
        {
            Settings = new VirtualMachineSettings
            {
                LatencySensitivity = "high",
                CpuLimitMhz = 4000,
                HardwareVersion = "vmx-08",
                Other = new Dictionary<string, string> { ["timeTracker.apparentHz"] = "2394000000" }
            },
            Guest = new JoinedGuest(Guid.Parse("0198f0c2-0000-7000-8000-0000000000a3"), ClockState.Healthy, ClockCause.None,
                "uuid")
            { Source = GuestSource.File, PreciseTimeNs = new Duration(27) },
        };
        yield return Machine("legacy-nt", 106, hosts[1]) with { Placement = Placement.Unknown, UnknownReason = "its power-on event is no longer kept, or it came from another vCenter" };
        yield return Machine("reverted-lab", 107, hosts[1]) with { Placement = Placement.Unknown, UnknownReason = "it was reverted to a snapshot, whose memory brings back the frequency it was taken at" };
        yield return Machine("old-archive", 108, hosts[4]) with { Placement = Placement.Off, PowerState = "poweredOff" };
        yield return Machine("sleeping", 109, hosts[4]) with { Placement = Placement.Off, PowerState = "suspended" };
    }

    private static IEnumerable<VirtualMachineFacts> Ordinary(string name, int first, int count, HostFacts[] hosts) =>
        Enumerable.Range(first, count).Select(number =>
            Home(Machine(Numbered(name, number), number + 1000, hosts[number * number % hosts.Length]),
                hosts[number * number % hosts.Length]));

    public static VirtualMachineFacts Machine(string name, int number, HostFacts host) => new()
    {
        Name = name,
        Id = Numbered("vm-", number),
        Cluster = host.Cluster,
        ClusterId = host.ClusterId,
        PowerState = "poweredOn",
        Host = host.Name,
        HostId = host.Id,
        HostHz = host.Hz,
        Placement = Placement.Home,
        Settings = new VirtualMachineSettings { HardwareVersion = "vmx-19" },
    };

    public static VirtualMachineFacts Home(VirtualMachineFacts machine, HostFacts home) =>
        At(machine, home) with { Placement = Placement.Home, Comparison = FrequencyComparison.Equal };

    public static VirtualMachineFacts Away(VirtualMachineFacts machine, HostFacts home)
    {
        var at = At(machine, home);
        return at with
        {
            ClockExpectation = ClockExpectation.ExpectedSlow,
            Placement = Placement.Away,
            Comparison = at.DifferencePpm!.Value.Magnitude.Value > 10_000 ? FrequencyComparison.OtherModel
                : FrequencyComparison.Different
        };
    }

    private static VirtualMachineFacts At(VirtualMachineFacts machine, HostFacts home) => machine with
    {
        HomeHost = home.Name,
        HomeHz = home.Hz,
        HomeSource = HomeSource.Event,
        HomeSince = Since,
        DifferencePpm = machine.HostHz!.Value.DifferenceFrom(home.Hz!.Value),
    };

    private static IEnumerable<HostFacts> Hosts(string name, int first, int count, Frequency hz, string cluster) =>
        Enumerable.Range(first, count).Select(number => new HostFacts
        {
            Name = Numbered(name, number) + ".example.org",
            Id = Numbered("host-", number),
            Cluster = cluster,
            ClusterId = cluster == "prod" ? "domain-c8" : "domain-c9",
            Hz = new Frequency(hz.Hertz + (number * 100)),
            TscScaling = TscScaling.No,
            TscScalingSource = TscScalingSource.Processor,
            ConnectionState = "connected",
        });

    private static string Numbered(string name, int number) => name + number.ToString();
}
