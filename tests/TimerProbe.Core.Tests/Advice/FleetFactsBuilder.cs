namespace TimerProbe.Core.Tests.Advice;

/// <summary>A vCenter with a cluster of three frequency classes, an even one and a host on its own; machines to bend with <c>with</c>.</summary>
internal static class FleetFactsBuilder
{
    public static readonly DateTimeOffset Boot = new(2026, 11, 1, 3, 0, 0, TimeSpan.Zero);

    public static readonly HostFacts Esx01 = Host("esx01", "prod", 2_394_000_000);
    public static readonly HostFacts Esx02 = Host("esx02", "prod", 2_394_000_500);
    public static readonly HostFacts Esx04 = Host("esx04", "prod", 2_593_905_000);
    public static readonly HostFacts Esx05 = Host("esx05", "prod", 2_593_905_000);
    public static readonly HostFacts Esx06 = Host("esx06", "prod", 2_593_905_300) with { InMaintenanceMode = true };
    public static readonly HostFacts Esx08 = Host("esx08", "prod", 2_396_400_000);
    public static readonly HostFacts Esx11 = Host("esx11", "uniform", 2_650_000_000);
    public static readonly HostFacts Esx12 = Host("esx12", "uniform", 2_650_000_000);
    public static readonly HostFacts Alone = new()
    {
        Name = "lonely",
        Id = "host-lonely",
        Hz = new Frequency(3_591_345_000),
        PowerPolicy = "High Performance",
        CpuVendor = "intel",
        CpuFamily = 6,
        CpuModelNumber = 0x2D
    };

    public static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    public static readonly HostFacts[] Hosts = [Esx01, Esx02, Esx04, Esx05, Esx06, Esx08, Esx11, Esx12, Alone];

    /// <summary>At home on a host.</summary>
    public static VirtualMachineFacts At(HostFacts host, string name = "DB01") => new()
    {
        Name = name,
        Id = "vm-" + name,
        Uuid = "42220a0b-0c0d-4e0f-8101-112233445566",
        Cluster = host.Cluster,
        ClusterId = host.ClusterId,
        PowerState = "poweredOn",
        BootTime = Boot,
        Host = host.Name,
        HostId = host.Id,
        HostHz = host.Hz,
        HomeHost = host.Name,
        HomeHz = host.Hz,
        HomeSource = HomeSource.Event,
        HomeSince = Boot,
        DifferencePpm = new PartsPerMillion(0),
        Comparison = FrequencyComparison.Equal,
        Placement = Facts.Placement.Home,
        Drs = host.Cluster switch { "prod" => "fullyAutomated", "uniform" => "manual", _ => null },
        GuestId = "windows2019srv_64Guest",
        ProcessorCount = 8,
    };

    /// <summary>Powered on at one host and now on another.</summary>
    public static VirtualMachineFacts Away(HostFacts home, HostFacts now, string name = "DB01")
    {
        var difference = now.Hz!.Value.DifferenceFrom(home.Hz!.Value);
        return At(now, name) with
        {
            HomeHost = home.Name,
            HomeHz = home.Hz,
            MovedAt = Boot.AddDays(3),
            DifferencePpm = difference,
            Comparison = Rules.Compare(difference),
            Placement = Facts.Placement.Away,
            HarmlessHosts =
            [
                .. Hosts.Where(host => host.ClusterId == now.ClusterId && host.ClusterId is not null && host.InMaintenanceMode != true
                    && Rules.IsHarmless(host.Hz!.Value, home.Hz!.Value)).Select(host => host.Name),
            ],
        };
    }

    /// <summary>With a home that statistics tell, and an event that tells another one.</summary>
    public static VirtualMachineFacts Inferred(this VirtualMachineFacts machine, HostFacts statistics, HostFacts events) => machine with
    {
        HomeSource = HomeSource.Statistics,
        HomeCertainty = HomeCertainty.Inferred,
        HomeEvidence =
        [
            new HomeEvidence(HomeSource.Statistics, statistics.Hz!.Value, new Frequency(statistics.Hz!.Value.Hertz + 500), Boot,
                EvidenceCertainty.Inferred, "vCenter's CPU statistics fit it"),
            new HomeEvidence(HomeSource.Event, events.Hz!.Value, events.Hz!.Value, Boot, EvidenceCertainty.Inferred,
                "the power-on event names the host") { Host = events.Name },
        ],
        Stretches = [new FrequencyStretch(Boot, Boot.AddDays(3), statistics.Hz!.Value),
            new FrequencyStretch(Boot.AddDays(3), To: null, machine.HostHz!.Value)],
    };

    public static VirtualMachineFacts Unknown(HostFacts host, string name = "DB01", string why = "its power-on event is no longer kept") => At(host, name) with
    {
        HomeHost = null,
        HomeHz = null,
        HomeSource = null,
        HomeSince = null,
        DifferencePpm = null,
        Comparison = null,
        Placement = Facts.Placement.Unknown,
        UnknownReason = why,
    };

    public static VirtualMachineFacts Off(HostFacts host, string state) =>
        Unknown(host) with { Placement = Facts.Placement.Off, PowerState = state, UnknownReason = null, BootTime = null };

    public static VirtualMachineFacts Says(
        this VirtualMachineFacts machine, ClockState state, ClockCause cause = ClockCause.None, string matchedBy = "uuid") =>
        machine with
        {
            Guest = new JoinedGuest(Guid.Parse("0198f0c2-0000-7000-8000-000000000001"), state, cause, matchedBy)
            {
                Source = GuestSource.File,
                MeasuredAt = Boot.AddDays(4),
                PreciseTimeNs = new Duration(state == ClockState.Healthy ? 30 : 1_180),
            },
        };

    public static VirtualMachineFacts With(this VirtualMachineFacts machine, Func<VirtualMachineSettings, VirtualMachineSettings> change) =>
        machine with { Settings = change(machine.Settings) };

    public static VirtualMachineFacts Set(this VirtualMachineFacts machine, string key, string value) =>
        machine.With(settings => settings with { Other = new Dictionary<string, string>(settings.Other, StringComparer.Ordinal) { [key] = value } });

    public static VirtualMachineFacts RawTsc(this VirtualMachineFacts machine, bool? value = false) =>
        machine.With(settings => settings with { VirtualRdtsc = value });

    public static VCenterFacts Center(string server, IEnumerable<HostFacts> hosts, IEnumerable<VirtualMachineFacts> machines)
    {
        var all = hosts.ToList();
        return new VCenterFacts
        {
            Server = server,
            InstanceUuid = "instance-of-" + server,
            Status = ReadStatus.Complete,
            Hosts = all,
            Clusters =
            [
                .. all.Where(host => host.ClusterId is not null).GroupBy(host => host.ClusterId!).Select(members => new ClusterFacts
                {
                    Name = members.First().Cluster!,
                    Id = members.Key,
                    Datacenter = "dc-north",
                    Drs = members.First().Cluster == "prod" ? "fullyAutomated" : "manual",
                    FrequencyClasses = Rules.Classify(members.First().Cluster!, members),
                }),
            ],
            VirtualMachines = [.. machines],
        };
    }

    public static FleetFacts Fleet(params IEnumerable<VirtualMachineFacts> machines) => Of(Center("vc1.example.org", Hosts, machines));

    public static FleetFacts Of(params IReadOnlyList<VCenterFacts> centers) => new FleetFacts { VCenters = centers, Frequencies = Rules }.Judged();

    /// <summary>The same fleet with what is concluded of its hosts; they are of Haswell-EP, which does not scale the TSC, where nothing else is said.</summary>
    public static FleetFacts Judged(this FleetFacts facts) =>
        facts with { VCenters = [.. facts.VCenters.Select(center => ScalingJudge.Apply(center, facts.Frequencies, facts.Thresholds.SlowMachinesOfHost))] };

    /// <summary>The same fleet with its clusters changed.</summary>
    public static FleetFacts Clusters(this FleetFacts facts, Func<ClusterFacts, ClusterFacts> change) => facts with
    {
        VCenters = [.. facts.VCenters.Select(center => center with { Clusters = [.. center.Clusters.Select(change)] })],
    };

    /// <summary>The same fleet with its hosts changed.</summary>
    public static FleetFacts HostsAs(this FleetFacts facts, Func<HostFacts, HostFacts> change) => facts with
    {
        VCenters = [.. facts.VCenters.Select(center => center with { Hosts = [.. center.Hosts.Select(change)] })],
    };

    /// <summary>The same fleet with hosts of these names of Ice Lake, which scales the TSC.</summary>
    public static FleetFacts Scaling(this FleetFacts facts, params string[] hosts) =>
        facts.HostsAs(host => hosts.Contains(host.Name) ? host with { CpuModelNumber = 0x6A } : host);

    /// <summary>What one rule finds.</summary>
    public static IReadOnlyList<Finding> Finds(this FleetFacts facts, string rule) =>
        [.. RuleCatalogue.Evaluate(facts.Judged()).Where(finding => finding.Rule == rule)];

    /// <summary>The rules that speak of the machine, of those about machines.</summary>
    public static IEnumerable<string> RulesAbout(VirtualMachineFacts machine) =>
        RuleCatalogue.Evaluate(Fleet(machine)).Where(finding => finding.Subject.Kind == SubjectKind.VirtualMachine)
            .Select(finding => finding.Rule)
            .Order(StringComparer.Ordinal);

    public static string? Value(this Finding finding, string what) => finding.Evidence.FirstOrDefault(evidence => evidence.What == what)?.Value;

    private static HostFacts Host(string name, string cluster, long hertz) => new()
    {
        HardwareVendor = "Dell Inc.",
        Name = name,
        Id = "host-" + name,
        Cluster = cluster,
        ClusterId = "domain-" + cluster,
        Datacenter = "dc-north",
        Hz = new Frequency(hertz),
        Version = "7.0.3",
        CpuVendor = "intel",
        CpuFamily = 6,
        CpuModelNumber = 0x3F,
        PowerPolicy = "High Performance",
        ConnectionState = "connected",
        InMaintenanceMode = false,
    };
}
