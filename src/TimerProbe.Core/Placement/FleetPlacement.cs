namespace TimerProbe.Core.Placement;

/// <summary>What was read of one vCenter, before anything is concluded from it.</summary>
public sealed record InventoryReading
{
    /// <summary>
    /// The vCenter with its hosts, clusters and machines. Hosts and clusters have no frequency classes yet; a machine has no home,
    /// and its placement is <see cref="Facts.Placement.Off"/> or <see cref="Facts.Placement.Unknown"/>.
    /// </summary>
    public required VCenterFacts VCenter { get; init; }

    /// <summary>Hosts outside of the scope: not part of the report, but a machine may be at home on one.</summary>
    public IReadOnlyList<HostFacts> HostsElsewhere { get; init; } = [];

    /// <summary>The events of each machine, by its managed object id, in any order.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<MachineEvent>> Events { get; init; } =
        new Dictionary<string, IReadOnlyList<MachineEvent>>();

    /// <summary>The names that events have for hosts, by their managed object ids.</summary>
    public IReadOnlyDictionary<string, string> HostNames { get; init; } = new Dictionary<string, string>();

    /// <summary>How much of the hosts was read; everything by default.</summary>
    public HostView View { get; init; } = new();

    /// <summary>From when on events were read, by the oldest that the server still had; null when there were none.</summary>
    public DateTimeOffset? EventsSince { get; init; }

    /// <summary>
    /// What guests left in <see cref="PublishedCheck.Variable"/>, as written, by the machine's managed object id.
    /// </summary>
    public IReadOnlyDictionary<string, string> Published { get; init; } = new Dictionary<string, string>();

    /// <summary>Why there are no events, as the end of a sentence; null when they were read.</summary>
    public string? EventsMissing { get; init; }

    /// <summary>What was done, with its cost.</summary>
    public IReadOnlyList<ScanStep> Steps { get; init; } = [];
}

/// <summary>Concludes from what was read of a vCenter: frequency classes, and where each machine is.</summary>
/// <param name="rules">How frequencies are compared.</param>
/// <param name="history">What earlier scans knew; null without a store.</param>
public sealed class FleetPlacement(FrequencyRules rules, IHomeHistory? history = null)
{
    /// <summary>An uptime begins anew at some moves: a difference counts where so many machines, and half of all, agree on it.</summary>
    private const int FewestAgreeing = 3;

    /// <summary>The vCenter with frequency classes for its clusters and a placement for each machine, by its events alone.</summary>
    public VCenterFacts Place(InventoryReading reading)
    {
        reading = ByHostClocks(reading);
        var vcenter = Classify(reading.VCenter);
        vcenter = vcenter with { Hosts = [.. vcenter.Hosts.Select(host => HostRecord.WithEarlier(host, RecordsOf(host.Id)))] };
        var placement = new MachinePlacement(rules, HostsById(vcenter.Hosts.Concat(reading.HostsElsewhere)));
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(PlaceMachine)] };

        VirtualMachineFacts PlaceMachine(VirtualMachineFacts machine) =>
            placement.Place(machine, reading.Events.GetValueOrDefault(machine.Id) ?? [], reading, RecordsOf);

        IReadOnlyList<HostRecord> RecordsOf(string host) => history?.FindHost(vcenter, host) ?? [];
    }

    /// <summary>The hosts by their ids; one that a server reports twice counts once.</summary>
    internal static Dictionary<string, HostFacts> HostsById(IEnumerable<HostFacts> hosts) =>
        hosts.DistinctBy(host => host.Id).ToDictionary(host => host.Id);

    private VCenterFacts Classify(VCenterFacts vcenter)
    {
        var classOf = new Dictionary<string, string>();
        var repeated = vcenter.Clusters.GroupBy(cluster => cluster.Name)
            .Where(same => same.Skip(1).Any())
            .Select(same => same.Key)
            .ToHashSet();
        var hosts = vcenter.Hosts.ToLookup(host => host.ClusterId);
        List<ClusterFacts> clusters =
        [
            .. vcenter.Clusters.Select(
                cluster => cluster with { FrequencyClasses = ClassesOf(NameOf(cluster, repeated), [.. hosts[cluster.Id]], classOf) }),
        ];
        foreach (var alone in hosts[null])
        {
            ClassesOf(alone.Name, [alone], classOf);
        }

        return vcenter with
        {
            Clusters = clusters,
            Hosts = [.. vcenter.Hosts.Select(host => host with { FrequencyClass = classOf.GetValueOrDefault(host.Id) })],
        };
    }

    /// <summary>Two clusters of one name, in two datacenters, must not share classes of one name.</summary>
    private static string NameOf(ClusterFacts cluster, HashSet<string> repeated) =>
        repeated.Contains(cluster.Name) ? $"{cluster.Datacenter ?? cluster.Id}/{cluster.Name}" : cluster.Name;

    private IReadOnlyList<FrequencyClass> ClassesOf(string owner, IReadOnlyList<HostFacts> hosts, Dictionary<string, string> classOf)
    {
        var classes = rules.Classify(owner, hosts);
        foreach (var host in hosts)
        {
            if (host.Hz is { } hz
                && classes.FirstOrDefault(each => each.LowHz.Hertz <= hz.Hertz && hz.Hertz <= each.HighHz.Hertz) is { } its)
            {
                classOf[host.Id] = its.Name;
            }
        }

        return classes;
    }

    /// <summary>
    /// The reading with vCenter's times by its hosts' clocks, and a problem that says so; unchanged where they agree. vCenter's clock dates
    /// events, its hosts' clocks date boots: where the two are apart, no power-on event lies at its boot. An uptime counted back from
    /// vCenter's time is the same moment as the boot time by the host's clock, and says how far apart they are.
    /// </summary>
    private static InventoryReading ByHostClocks(InventoryReading reading)
    {
        if (Ahead(reading.VCenter.VirtualMachines) is not { } ahead)
        {
            return reading;
        }

        var vcenter = reading.VCenter;
        return reading with
        {
            VCenter = vcenter.With([.. vcenter.ProblemDetails, ClockSkew.OfHosts(vcenter.Server, ahead)]) with
            {
                VirtualMachines = [.. vcenter.VirtualMachines.Select(
                    machine => machine with { Power = machine.Power with { OnSince = machine.Power.OnSince?.Before(ahead) } })],
            },
            Events = reading.Events.ToDictionary(
                each => each.Key,
                IReadOnlyList<MachineEvent> (each) => [.. each.Value.Select(happened => happened with { At = happened.At.Before(ahead) })],
                StringComparer.Ordinal),
            EventsSince = reading.EventsSince?.Before(ahead),
        };
    }

    /// <summary>How far vCenter's clock is ahead of its hosts', where that is more than events and boot times may differ by.</summary>
    private static TimeSpan? Ahead(IReadOnlyList<VirtualMachineFacts> machines)
    {
        var apart = machines.Select(machine => machine.Power.OnSince - machine.BootTime).OfType<TimeSpan>().Order().ToList();
        if (apart.Count == 0 || apart[apart.Count / 2] is var median && median.Duration() <= HomeFinder.BootTimeSlack)
        {
            return null;
        }

        var agreeing = apart.Count(each => (each - median).Duration() <= HomeFinder.BootTimeSlack);
        return agreeing >= FewestAgreeing && agreeing * 2 >= apart.Count ? median : null;
    }
}
