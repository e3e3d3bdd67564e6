using System.Globalization;
using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>A virtual machine together with what is around it.</summary>
internal sealed class PlacedMachine(CenterIndex center, VirtualMachineFacts machine)
{
    /// <summary>The machine's facts.</summary>
    public VirtualMachineFacts Facts => machine;

    /// <summary>Its vCenter.</summary>
    public VCenterFacts Center => center.Facts;

    /// <summary>Its cluster; null outside of any.</summary>
    public ClusterFacts? Cluster { get; } = center.Cluster(machine.ClusterId);

    /// <summary>The host it is on; null when that is not known.</summary>
    public HostFacts? HostFacts => center.Host(machine.HostId);

    /// <summary>The host it was powered on at; null when that is not known, or several have its name.</summary>
    public HostFacts? HomeHostFacts => machine.HomeHost is { } home ? center.HostNamed(home) : null;

    public bool IsHome => machine.Placement == Core.Facts.Placement.Home;

    public bool IsAway => machine.Placement == Core.Facts.Placement.Away;

    public bool IsUnknown => machine.Placement == Core.Facts.Placement.Unknown;

    /// <summary>The frequency classes of the hosts it may run on: those a DRS rule keeps it on, else its cluster's.</summary>
    public IReadOnlyList<FrequencyClass> Classes =>
        Cluster is null ? []
        : machine.BoundTo is not { } bound ? Cluster.FrequencyClasses
        : [.. Cluster.FrequencyClasses.Where(frequency => frequency.Hosts.Intersect(bound, StringComparer.Ordinal).Any())];

    /// <summary>Whether the frequency of every host it may run on is known: a host without one may be of any class.</summary>
    public bool KnowsAllFrequencies => Center.Hosts.All(host =>
        host.Hz is not null || host.ClusterId != machine.ClusterId || machine.BoundTo?.Contains(host.Name, StringComparer.Ordinal) == false);

    /// <summary>All machines of a fleet.</summary>
    public static IEnumerable<PlacedMachine> From(FleetFacts facts) => facts.VCenters.SelectMany(center =>
    {
        var index = new CenterIndex(center, facts.Frequencies);
        return center.VirtualMachines.Select(machine => new PlacedMachine(index, machine));
    });

    /// <summary>A machine of the same home that was measured fast on the host it is on; null without one.</summary>
    public VirtualMachineFacts? Witness => center.WitnessOf(machine);

    /// <summary>The host to which it had best be moved: the report's choice, else its own home; null when there is none, or rules leave none.</summary>
    public string? Destination => DestinationPlan.DestinationOf(machine);

    /// <summary>The hosts of its home's frequency in other clusters of its datacenter, the clusters in order; empty where its own cluster has one, or it is not away.</summary>
    public IReadOnlyList<IGrouping<string, HostFacts>> HostsInOtherClusters => field ??= center.HostsInOtherClusters(machine);

    /// <summary>These in words; null where there are none.</summary>
    public string? OtherClusters => HostsInOtherClusters.Count == 0 ? (machine.HostsElsewhere is null ? null : "none that has all of its datastores and networks")
        : NameList.Join([.. HostsInOtherClusters.Select(hosts => string.Create(CultureInfo.InvariantCulture, $"{hosts.Key} ({hosts.Count():#,0} {(hosts.Count() == 1 ? "host" : "hosts")})"))], most: 5)
            + (machine.HostsElsewhere is null ? ": expected to take it by vMotion where its datastores and networks are there too, which could not be read"
                : ": with all of its datastores and networks, so that vMotion there is expected to work");

    /// <summary>How many machines the report proposes to move there.</summary>
    public int MovesToDestination => machine.Destination is { } host ? center.MovesTo(machine.ClusterId, host) : 0;

    /// <summary>What a rule sees of it.</summary>
    public FleetObservation Seen(Severity severity, Confidence confidence, params IEnumerable<Evidence?> evidence) => new(
        new Subject(SubjectKind.VirtualMachine, machine.Name, machine.Id) { Server = Center.Server },
        severity,
        confidence,
        EvidenceFactory.Of(evidence),
        Target());

    private FleetTarget Target()
    {
        var name = VmName.From(Center.Server, machine);
        return new FleetTarget
        {
            Vm = center.IsShared(machine.Uuid) ? name with { Uuid = null } : name,
            Cluster = Cluster is null ? ClusterName.Placeholder : ClusterName.From(Center.Server, Cluster),
            Destinations = Cluster is not null && Destination is { } chosen ? [chosen, .. machine.HarmlessHosts.Where(host => host != chosen)] : [],
            InOtherCluster = HostsInOtherClusters is [var cluster, ..] ? cluster.First() : null,
            IsExpectedFast = IsAway && (machine.Guest?.State == ClockState.Healthy || Witness is not null),
            SameClass = SameClass(),
            Machine = machine,
        };
    }

    /// <summary>Where there is something to choose: the class of its home where its cluster has usable hosts of it, else that of its present host.</summary>
    private FrequencyClass? SameClass()
    {
        var example = Destination ?? machine.Host;
        return Cluster is { FrequencyClasses: [_, _, ..] classes } ? classes.FirstOrDefault(frequency => frequency.Hosts.Contains(example, StringComparer.Ordinal)) : null;
    }
}
