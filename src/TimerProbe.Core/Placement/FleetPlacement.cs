namespace TimerProbe.Core.Placement;

/// <summary>What was read of one vCenter, before anything is concluded from it.</summary>
public sealed record InventoryReading
{
    public required VCenterFacts VCenter { get; init; }

    public IReadOnlyList<HostFacts> HostsElsewhere { get; init; } = [];

    public IReadOnlyDictionary<string, IReadOnlyList<MachineEvent>> Events { get; init; } =
        new Dictionary<string, IReadOnlyList<MachineEvent>>();

    public IReadOnlyDictionary<string, string> HostNames { get; init; } = new Dictionary<string, string>();

    /// <summary>How much of the hosts was read; everything by default.</summary>
    public HostView View { get; init; } = new();

    /// <summary>From when on events were read, by the oldest that the server still had; null when there were none.</summary>
    public DateTimeOffset? EventsSince { get; init; }

    public IReadOnlyDictionary<string, string> Published { get; init; } = new Dictionary<string, string>();

    /// <summary>Why there are no events, as the end of a sentence; null when they were read.</summary>
    public string? EventsMissing { get; init; }

    public IReadOnlyList<ScanStep> Steps { get; init; } = [];
}

/// <summary>Concludes from what was read of a vCenter: frequency classes, and where each machine is.</summary>
/// <param name="history">What earlier scans knew; null without a store.</param>
public sealed class FleetPlacement(FrequencyRules rules, IHomeHistory? history = null)
{
    private const int MinAgreeing = 3;

    public VCenterFacts Place(InventoryReading reading)
    {
        reading = ByHostClocks(reading);
        var vcenter = Classify(reading.VCenter);
        vcenter = vcenter with { Hosts = [.. vcenter.Hosts.Select(host => HostRecord.WithEarlier(host, GetRecords(host.Id)))] };
        var placement = new MachinePlacement(rules, HostsById(vcenter.Hosts.Concat(reading.HostsElsewhere)));
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(PlaceMachine)] };

        VirtualMachineFacts PlaceMachine(VirtualMachineFacts machine) =>
            placement.Place(machine, reading.Events.GetValueOrDefault(machine.Id) ?? [], reading, GetRecords);

        IReadOnlyList<HostRecord> GetRecords(string host) => history?.FindHost(vcenter, host) ?? [];
    }

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
                cluster => cluster with { FrequencyClasses = GetClasses(GetName(cluster, repeated), [.. hosts[cluster.Id]], classOf) }),
        ];
        foreach (var alone in hosts[null])
        {
            GetClasses(alone.Name, [alone], classOf);
        }

        return vcenter with
        {
            Clusters = clusters,
            Hosts = [.. vcenter.Hosts.Select(host => host with { FrequencyClass = classOf.GetValueOrDefault(host.Id) })],
        };
    }

    private static string GetName(ClusterFacts cluster, HashSet<string> repeated) =>
        repeated.Contains(cluster.Name) ? $"{cluster.Datacenter ?? cluster.Id}/{cluster.Name}" : cluster.Name;

    private IReadOnlyList<FrequencyClass> GetClasses(string owner, IReadOnlyList<HostFacts> hosts, Dictionary<string, string> classOf)
    {
        var classes = rules.Classify(owner, hosts);
        foreach (var host in hosts)
        {
            if (host.Hz is { } hz
                && classes.FirstOrDefault(item => item.LowHz.Hertz <= hz.Hertz && hz.Hertz <= item.HighHz.Hertz) is { } its)
            {
                classOf[host.Id] = its.Name;
            }
        }

        return classes;
    }

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
                item => item.Key,
                IReadOnlyList<MachineEvent> (each) => [.. each.Value.Select(happened => happened with { At = happened.At.Before(ahead) })]),
            EventsSince = reading.EventsSince?.Before(ahead),
        };
    }

    private static TimeSpan? Ahead(IReadOnlyList<VirtualMachineFacts> machines)
    {
        var apart = machines.Select(machine => machine.Power.OnSince - machine.BootTime).OfType<TimeSpan>().Order().ToList();
        if (apart.Count == 0 || apart[apart.Count / 2] is var median && median.Duration() <= HomeFinder.BootTimeSlack)
        {
            return null;
        }

        var agreeing = apart.Count(item => (item - median).Duration() <= HomeFinder.BootTimeSlack);
        return agreeing >= MinAgreeing && agreeing * 2 >= apart.Count ? median : null;
    }
}
