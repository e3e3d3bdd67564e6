namespace TimerProbe.Core.Advice;

internal sealed class PlacedMachine(CenterIndex center, VirtualMachineFacts machine)
{
    public VirtualMachineFacts Facts => machine;

    public VCenterFacts Center => center.Facts;

    public ClusterFacts? Cluster { get; } = center.Cluster(machine.ClusterId);

    public HostFacts? HostFacts => center.Host(machine.HostId);

    /// <summary>The host it was powered on at; null when that is not known, or several have its name.</summary>
    public HostFacts? HomeHostFacts => machine.HomeHost is { } home ? center.HostNamed(home) : null;

    public bool IsHome => machine.Placement == Core.Facts.Placement.Home;

    public bool IsAway => machine.Placement == Core.Facts.Placement.Away;

    public bool IsUnknown => machine.Placement == Core.Facts.Placement.Unknown;

    public IReadOnlyList<FrequencyClass> Classes =>
        Cluster is null ? []
        : machine.BoundTo is not { } bound ? Cluster.FrequencyClasses
        : [.. Cluster.FrequencyClasses.Where(frequency => frequency.Hosts.Intersect(bound).Any())];

    public bool HasHostsThatTrap => Center.Hosts.Any(host => host.TscScaling == TscScaling.No && host.ClusterId == machine.ClusterId
        && machine.BoundTo?.Contains(host.Name) != false);

    public bool KnowsAllFrequencies => Center.Hosts.All(host =>
        host.Hz is not null
            || host.ClusterId != machine.ClusterId
            || machine.BoundTo?.Contains(host.Name) == false);

    public static IEnumerable<PlacedMachine> From(FleetFacts facts) => facts.VCenters.SelectMany(center =>
    {
        var index = new CenterIndex(center, facts.Frequencies);
        return center.VirtualMachines.Select(machine => new PlacedMachine(index, machine));
    });

    public bool Scales(string host) => Center.Hosts.Any(item =>
        item.Name == host && item.ClusterId == machine.ClusterId && item.TscScaling == TscScaling.Yes
            && machine.HomeHz is { } home && item.Hz is { } hz && !center.IsHarmless(hz, home));

    /// <summary>The report's choice of where to move it, else its own home; null when there is none, or rules leave none.</summary>
    public string? Destination => DestinationPlan.GetDestination(machine);

    public IReadOnlyList<IGrouping<string, HostFacts>> HostsInOtherClusters => field ??= center.HostsInOtherClusters(machine);

    public string? OtherClusters
    {
        get
        {
            if (HostsInOtherClusters.Count == 0)
            {
                return machine.HostsElsewhere is null ? null : "none that has all of its datastores and networks";
            }

            var clusters = HostsInOtherClusters.Select(hosts => $"{hosts.Key} ({Describe([.. hosts])})");
            return PlainText.List([.. clusters], max: 5) + (machine.HostsElsewhere is null
                ? ": expected to take it by vMotion where its datastores and networks are there too, which could not be read"
                : ": with all of its datastores and networks, so that vMotion there is expected to work");
        }
    }

    /// <summary>Hosts of another maker's processor, which only a cold migration reaches; null without any.</summary>
    public string? BehindVendor => center.HostsBehindVendor(machine) is { Count: > 0 and var count } hosts
        ? $"{Counted.Of(count, Noun.Host)} with {Vendor(hosts[0])} processors: no live vMotion goes from {Vendor(HostFacts)} to {Vendor(hosts[0])}. A cold migration does, and is a power cycle"
        : null;

    private static string Vendor(HostFacts? host) => host?.CpuVendor switch { "intel" => "Intel", "amd" => "AMD", var other => other ?? "other" };

    private string Describe(IReadOnlyCollection<HostFacts> hosts)
    {
        var same = hosts.Count(host => host.Hz is { } hz && machine.HomeHz is { } home && center.IsHarmless(hz, home));
        var scale = hosts.Count - same;
        var frequency = Counted.Part(same, "of its frequency");
        var scaling = Counted.Part(scale, $"that {Counted.Agree(scale, "scales", "scale")} the TSC");
        return frequency.Length == 0 || scaling.Length == 0 ? frequency + scaling : $"{frequency}, {scaling}";
    }

    public int MovesToDestination => machine.Destination is { } host ? center.MovesTo(machine.ClusterId, host) : 0;

    public FleetObservation Seen(Severity severity, Confidence confidence, params IEnumerable<Evidence?> evidence) => new(
        new Subject(SubjectKind.VirtualMachine, machine.Name, machine.Id) { Server = Center.Server },
        severity,
        confidence,
        evidence,
        Target());

    private FleetTarget Target()
    {
        var name = VmName.From(Center.Server, machine);
        return new FleetTarget
        {
            Vm = center.IsShared(machine.Uuid) ? name with { Uuid = null } : name,
            Cluster = Cluster is null ? ClusterName.Placeholder : ClusterName.From(Center.Server, Cluster),
            Destinations =
                Cluster is not null && Destination is { } chosen ? [chosen, .. machine.HarmlessHosts.Where(host => host != chosen)] : [],
            InOtherCluster = HostsInOtherClusters is [var cluster, ..] ? cluster.First() : null,
            SameClass = SameClass(),
            Machine = machine,
        };
    }

    private FrequencyClass? SameClass()
    {
        var example = Destination ?? machine.Host;
        return Cluster is { FrequencyClasses: [_, _, ..] classes }
            ? classes.FirstOrDefault(frequency => frequency.Hosts.Contains(example))
            : null;
    }
}
