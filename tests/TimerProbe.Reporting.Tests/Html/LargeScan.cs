namespace TimerProbe.Reporting.Tests.Html;

/// <summary>
/// A large estate, the same each time: 2 vCenters, 10 clusters of 32 hosts in 1 to 3 frequency classes, 1,000 machines a cluster, of
/// which every tenth is away and has a finding whose commands are its own.
/// </summary>
public static class LargeScan
{
    public const int Machines = 10_000;
    private const int Clusters = 10;
    private const int HostsOfCluster = 32;

    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    public static ScanDocument Document { get; } = SampleScan.Empty with
    {
        VCenters = [Center(0), Center(1)],
        Findings = [.. Enumerable.Range(0, Machines).Where(IsAway).Select(AwayFinding)],
        Timing = new ScanTiming(4321, 120, [new ScanStep(Server(0), "virtualMachines", 2100, 50), new ScanStep(Server(1), "virtualMachines", 2210, 50)]),
    };

    private static string Server(int center) => Text($"vc{center + 1}.example.org");

    private static string Name(int machine) => Text($"{(machine % 3 == 0 ? "SQL" : "APP")}-{machine:00000}");

    private static bool IsAway(int machine) => machine % 10 == 3;

    private static Finding AwayFinding(int machine)
    {
        var finding = SampleFindings.Away(
            Name(machine), Text($"vm-{machine % 5000}"), machine % 50 == 3 ? Severity.Critical : Severity.Warning,
            Confidence.Expected, "-77067.2");
        return finding with { Subject = finding.Subject with { Server = Server(machine / 5000) } };
    }

    private static VCenterFacts Center(int center)
    {
        var clusters = Enumerable.Range(center * 5, 5).ToList();
        var hosts = clusters.ToDictionary(cluster => cluster, GetHosts);
        return new VCenterFacts
        {
            Server = Server(center),
            Version = "8.0.3",
            FullName = "VMware vCenter Server 8.0.3 build-24022515",
            IsVirtualCenter = true,
            Status = ReadStatus.Complete,
            Hosts = [.. hosts.Values.SelectMany(list => list)],
            Clusters = clusters.ConvertAll(cluster => new ClusterFacts
            {
                Name = ClusterName(cluster),
                Id = ClusterId(cluster),
                Drs = "fullyAutomated",
                FrequencyClasses = Rules.Classify(ClusterName(cluster), hosts[cluster]),
            }),
            VirtualMachines = [.. Enumerable.Range(center * 5000, 5000)
                .Select(machine => MachineOf(machine, hosts[machine / (Machines / Clusters)]))],
            Templates = 40,
        };
    }

    private static VirtualMachineFacts MachineOf(int number, List<HostFacts> hosts)
    {
        var host = hosts[number % HostsOfCluster];
        var home = hosts[(IsAway(number) ? number + 1 : number) % HostsOfCluster];
        var machine = SampleCenters.Machine(Name(number), number % 5000, host) with
        {
            Settings = new VirtualMachineSettings { HardwareVersion = "vmx-19", RebootPowerCycle = number % 50 == 0 ? true : null },
        };
        return (number % 20) switch
        {
            5 => machine with { Placement = Placement.Off, PowerState = "poweredOff" },
            6 => machine with { Placement = Placement.Unknown, UnknownReason = "its power-on event is no longer kept, or it came from another vCenter" },
            _ => (IsAway(number) ? SampleCenters.Away(machine, home) : SampleCenters.Home(machine, home)) with
            {
                HomeSince = SampleScan.Start.AddMinutes(-number * 7),
                Guest = number % 10 == 0 ? new JoinedGuest(Guid.Empty, ClockState.Healthy, ClockCause.None, "uuid")
                { Source = GuestSource.File, PreciseTimeNs = new Duration(25 + (number % 30)) } : null,
            },
        };
    }

    private static List<HostFacts> GetHosts(int cluster) =>
        [.. Enumerable.Range(0, HostsOfCluster).Select(host => new HostFacts
        {
            Name = Text($"esx{(cluster * HostsOfCluster) + host:000}.example.org"),
            Id = Text($"host-{(cluster % 5 * HostsOfCluster) + host}"),
            Cluster = ClusterName(cluster),
            ClusterId = ClusterId(cluster),
            Hz = new Frequency(2_394_000_000 + (host * 100) + (host % 3 * 1_100_000L) + (host % 3 == 2 ? 200_000_000 : 0)),
            TscScaling = TscScaling.No,
            TscScalingSource = TscScalingSource.Processor,
            ConnectionState = "connected",
        })];

    private static string ClusterName(int cluster) => Text($"cluster-{cluster + 1:00}");

    private static string ClusterId(int cluster) => Text($"domain-c{(cluster % 5) + 8}");

    private static string Text(FormattableString text) => text.ToString();
}
