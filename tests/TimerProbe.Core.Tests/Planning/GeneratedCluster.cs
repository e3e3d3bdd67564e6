namespace TimerProbe.Core.Tests.Planning;

/// <summary>A cluster that a seed decides, with the true home of each machine, which the scan may not know.</summary>
internal sealed class GeneratedCluster
{
    public const long Gibibyte = 1L << 30;

    private static readonly long[] Frequencies = [2_394_000_000, 2_594_000_000, 2_395_500_000];
    private static readonly DateTimeOffset Start = new(2026, 11, 1, 3, 0, 0, TimeSpan.Zero);
    private static readonly FrequencyRules Compare = new(FrequencyRules.DefaultTolerance);

    private readonly Random _random;

    public GeneratedCluster(
        int seed, int mostHosts = 5, int mostMachines = 8, bool hasAffinity = true, bool isCalm = false, int clusters = 1,
            int hostsPerCluster = 0)
    {
        _random = new Random(seed);
        var (hosts, machines, facts) = (new List<HostFacts>(), new List<VirtualMachineFacts>(), new List<ClusterFacts>());
        for (var cluster = 0; cluster < clusters; cluster++)
        {
            var own = MakeHosts(cluster, hostsPerCluster > 0 ? hostsPerCluster : _random.Next(2, mostHosts + 1), isCalm);
            var placed = MakeMachines(cluster, own, isCalm ? mostMachines : _random.Next(1, mostMachines + 1), isCalm);
            facts.Add(new ClusterFacts
            {
                Name = $"c{cluster}",
                Id = $"domain-c{cluster}",
                Drs = "fullyAutomated",
                FrequencyClasses = Compare.Classify($"c{cluster}", own),
                VmRules = isCalm ? null : MakeRules(placed, hasAffinity)
            });
            hosts.AddRange(own.Select(host => WithUsage(host, placed)));
            machines.AddRange(placed);
        }

        var center = new VCenterFacts
        {
            Server = "vc1.example.org",
            InstanceUuid = "4d9b2c4e-0000-4000-8000-000000000001",
            Status = ReadStatus.Complete,
            Hosts = hosts,
            Clusters = facts,
            VirtualMachines = machines
        };
        DistrustedIds = isCalm ? [] : [.. hosts.Where(_ => _random.Next(6) == 0).Select(host => host.Id)];
        DistrustedIds.RemoveWhere(host => machines.Count(machine => machine.HostId == host) < 2
            || !machines.Exists(machine => machine.HostId == host && machine.Placement == Core.Facts.Placement.Home));
        center = center with { VirtualMachines = [.. machines.Select(Measured)] };
        Center = DestinationPlan.Apply(ScalingJudge.Apply(center, Compare, 2), Compare);
    }

    public VCenterFacts Center { get; }

    /// <summary>The hosts on which all were measured slow, one of them at home: each machine is slow there.</summary>
    public HashSet<string> DistrustedIds { get; }

    public Dictionary<string, Frequency> TrueHome { get; } = new(StringComparer.Ordinal);

    public Planner Planner(int waveSize = 4) => Planner(Center, waveSize);

    public static Planner Planner(VCenterFacts center, int waveSize = 4) =>
        new([Scan(center)], new PlanSettings(90, waveSize), new ToolInfo("1.0.0"), Start, Guid.Empty);

    public static ScanDocument Scan(VCenterFacts center) => SampleScan.Of(center) with { StartedAt = Start };

    /// <summary>Whether a machine is really slow on a host.</summary>
    public bool IsSlow(string machine, string host) => DistrustedIds.Contains(host) ||
        Math.Abs(Center.Hosts.First(item => item.Id == host).Hz!.Value.Hertz - TrueHome[machine].Hertz) > TrueHome[machine].Hertz * 250e-6;

    private List<HostFacts> MakeHosts(int cluster, int count, bool isCalm)
    {
        var hosts = new List<HostFacts>();
        for (var i = 0; i < count; i++)
        {
            var hz = new Frequency(Frequencies[isCalm ? i * 3 / count : _random.Next(Frequencies.Length)] + _random.Next(-10_000, 10_000));
            hosts.Add(new HostFacts
            {
                Name = $"esx{cluster}-{i:00}",
                Id = $"host-{cluster}-{i:00}",
                Cluster = $"c{cluster}",
                ClusterId = $"domain-c{cluster}",
                Hz = hz,
                CpuModel = "Intel",
                CpuVendor = "intel",
                CpuFamily = 6,
                CpuModelNumber = 0x3F,
                Build = "1",
                ConnectionState = !isCalm && _random.Next(15) == 0 ? "notResponding" : "connected",
                InMaintenanceMode = !isCalm && _random.Next(12) == 0,
                MemoryBytes = (isCalm ? 512 : _random.Next(16, 65)) * Gibibyte,
                CpuCapacityHz = new Frequency(hz.Hertz * (isCalm ? 64 : _random.Next(8, 33))),
            });
        }

        var classes = Compare.Classify($"c{cluster}", hosts);
        return [.. hosts.Select(host => host with { FrequencyClass = classes.First(item => item.Hosts.Contains(host.Name)).Name })];
    }

    private List<VirtualMachineFacts> MakeMachines(int cluster, List<HostFacts> hosts, int count, bool isCalm)
    {
        var machines = new List<VirtualMachineFacts>();
        for (var i = 0; i < count; i++)
        {
            var host = hosts[_random.Next(hosts.Count)];
            var atHome = _random.Next(10) < (isCalm ? 9 : 4);
            var home = atHome ? host : hosts[_random.Next(hosts.Count)];
            var isKnown = isCalm || _random.Next(6) > 0;
            var id = $"vm-{cluster}-{i:0000}";
            TrueHome[id] = home.Hz!.Value;
            var isAway = !Compare.IsHarmless(host.Hz!.Value, home.Hz!.Value);
            machines.Add(new VirtualMachineFacts
            {
                Name = id,
                Id = id,
                Cluster = host.Cluster,
                ClusterId = host.ClusterId,
                Folder = _random.Next(2) == 0 ? "prod" : "",
                PowerState = "poweredOn",
                Host = host.Name,
                HostId = host.Id,
                HostHz = host.Hz,
                HomeHost = isKnown ? home.Name : null,
                HomeHz = isKnown ? home.Hz : null,
                DifferencePpm = isKnown ? host.Hz!.Value.DifferenceFrom(home.Hz!.Value) : null,
                Placement = !isKnown ? Core.Facts.Placement.Unknown : isAway ? Core.Facts.Placement.Away : Core.Facts.Placement.Home,
                HarmlessHosts = isKnown ? [.. hosts.Where(item => item.Id != host.Id && item.TakesMachines
                    && Compare.IsHarmless(item.Hz!.Value, home.Hz!.Value)).Select(item => item.Name)] : [],
                MemoryBytes = _random.Next(1, isCalm ? 17 : 25) * Gibibyte,
                ProcessorCount = _random.Next(1, 9),
                Settings = new VirtualMachineSettings { VirtualRdtsc = !isCalm && _random.Next(15) == 0 ? false : null },
            });
        }

        return isCalm ? machines : [.. machines.Select(machine => Bound(machine, hosts))];
    }

    private VirtualMachineFacts Measured(VirtualMachineFacts machine) => !DistrustedIds.Contains(machine.HostId!) ? machine
        : machine with { Guest = new JoinedGuest(Guid.Empty, ClockState.Slow, ClockCause.TscTrapped, "uuid") { Source = default } };

    private VirtualMachineFacts Bound(VirtualMachineFacts machine, List<HostFacts> hosts)
    {
        if (_random.Next(8) > 0)
        {
            return machine;
        }

        IReadOnlyList<string> some = [.. hosts.Where(host => host.Name == machine.Host || _random.Next(2) == 0).Select(host => host.Name)];
        return machine with { BoundTo = some, MustRunOn = _random.Next(2) == 0 ? some : null, HarmlessHosts = [.. machine.HarmlessHosts.Intersect(some)] };
    }

    private List<VmVmRule> MakeRules(List<VirtualMachineFacts> machines, bool hasAffinity)
    {
        var rules = new List<VmVmRule>();
        while (machines.Count > 1 && _random.Next(3) == 0)
        {
            var members = machines.OrderBy(_ => _random.Next()).Take(2).Select(machine => machine.Id).ToList();
            rules.Add(new VmVmRule($"rule {rules.Count}", hasAffinity && _random.Next(3) == 0 ? VmVmRuleKind.Affinity : VmVmRuleKind.AntiAffinity, members));
        }

        return rules;
    }

    private HostFacts WithUsage(HostFacts host, List<VirtualMachineFacts> machines)
    {
        var on = machines.Where(machine => machine.HostId == host.Id).ToList();
        var share = 0.3 + (_random.NextDouble() * 0.7);
        return host with
        {
            MemoryUsageBytes = (long)Math.Min(host.MemoryBytes!.Value, (on.Sum(machine => machine.MemoryBytes!.Value) * share) + (2 * Gibibyte)),
            CpuUsageHz = new Frequency((long)Math.Clamp(
                on.Sum(machine => machine.ProcessorCount!.Value * (double)host.Hz!.Value.Hertz) * share * 0.3, 1e6,
                    host.CpuCapacityHz!.Value.Hertz)),
        };
    }
}
