using System.Globalization;

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

    /// <summary>The frequency classes of the hosts it may run on: those a DRS rule keeps it on, else its cluster's.</summary>
    public IReadOnlyList<FrequencyClass> Classes =>
        Cluster is null ? []
        : machine.BoundTo is not { } bound ? Cluster.FrequencyClasses
        : [.. Cluster.FrequencyClasses.Where(frequency => frequency.Hosts.Intersect(bound, StringComparer.Ordinal).Any())];

    /// <summary>Whether a host that it may run on does not scale the TSC.</summary>
    public bool HasHostsThatTrap => Center.Hosts.Any(host => host.TscScaling == TscScaling.No && host.ClusterId == machine.ClusterId
        && machine.BoundTo?.Contains(host.Name, StringComparer.Ordinal) != false);

    /// <summary>Whether the frequency of every host it may run on is known: a host without one may be of any class.</summary>
    public bool KnowsAllFrequencies => Center.Hosts.All(host =>
        host.Hz is not null
            || host.ClusterId != machine.ClusterId
            || machine.BoundTo?.Contains(host.Name, StringComparer.Ordinal) == false);

    public static IEnumerable<PlacedMachine> From(FleetFacts facts) => facts.VCenters.SelectMany(center =>
    {
        var index = new CenterIndex(center, facts.Frequencies);
        return center.VirtualMachines.Select(machine => new PlacedMachine(index, machine));
    });

    /// <summary>Whether a host of its cluster is harmless by scaling alone: it has another frequency than the machine's home.</summary>
    public bool Scales(string host) => Center.Hosts.Any(each =>
        each.Name == host && each.ClusterId == machine.ClusterId && each.TscScaling == TscScaling.Yes
            && machine.HomeHz is { } home && each.Hz is { } hz && !center.IsHarmless(hz, home));

    /// <summary>The report's choice of where to move it, else its own home; null when there is none, or rules leave none.</summary>
    public string? Destination => DestinationPlan.DestinationOf(machine);

    /// <summary>Empty where its own cluster has a host of its home's frequency, or it is not away.</summary>
    public IReadOnlyList<IGrouping<string, HostFacts>> HostsInOtherClusters => field ??= center.HostsInOtherClusters(machine);

    public string? OtherClusters
    {
        get
        {
            if (HostsInOtherClusters.Count == 0)
            {
                return machine.HostsElsewhere is null ? null : "none that has all of its datastores and networks";
            }

            var clusters = HostsInOtherClusters.Select(hosts =>
                string.Create(CultureInfo.InvariantCulture, $"{hosts.Key} ({hosts.Count():#,0} {(hosts.Count() == 1 ? "host" : "hosts")})"));
            return NameList.Join([.. clusters], most: 5) + (machine.HostsElsewhere is null
                ? ": expected to take it by vMotion where its datastores and networks are there too, which could not be read"
                : ": with all of its datastores and networks, so that vMotion there is expected to work");
        }
    }

    public int MovesToDestination => machine.Destination is { } host ? center.MovesTo(machine.ClusterId, host) : 0;

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
            Destinations =
                Cluster is not null && Destination is { } chosen ? [chosen, .. machine.HarmlessHosts.Where(host => host != chosen)] : [],
            InOtherCluster = HostsInOtherClusters is [var cluster, ..] ? cluster.First() : null,
            SameClass = SameClass(),
            Machine = machine,
        };
    }

    /// <summary>
    /// Where there is something to choose: the class of its home where its cluster has usable hosts of it, else that of its present host.
    /// </summary>
    private FrequencyClass? SameClass()
    {
        var example = Destination ?? machine.Host;
        return Cluster is { FrequencyClasses: [_, _, ..] classes }
            ? classes.FirstOrDefault(frequency => frequency.Hosts.Contains(example, StringComparer.Ordinal))
            : null;
    }
}

/// <summary>One vCenter's objects by what they are looked up by, found once for all of its machines.</summary>
internal sealed class CenterIndex
{
    private readonly FrequencyRules _frequencies;
    private readonly Dictionary<string, ClusterFacts> _clusters;
    private readonly Lazy<Dictionary<string, HostFacts>> _hosts;
    private readonly Lazy<ILookup<string, HostFacts>> _hostsByName;
    private readonly Lazy<HashSet<string>> _sharedUuids;
    private readonly Lazy<Dictionary<(string? Cluster, string Host), int>> _moves;

    public CenterIndex(VCenterFacts facts, FrequencyRules frequencies)
    {
        Facts = facts;
        _frequencies = frequencies;
        _hostsByName = new(() => facts.Hosts.ToLookup(host => host.Name, StringComparer.Ordinal));
        _moves = new(() => facts.VirtualMachines.Where(machine => machine.Destination is not null)
            .CountBy(machine => (machine.ClusterId, machine.Destination!)).ToDictionary());
        _clusters = facts.Clusters.DistinctBy(cluster => cluster.Id, StringComparer.Ordinal)
            .ToDictionary(cluster => cluster.Id, StringComparer.Ordinal);
        _hosts = new(() =>
            facts.Hosts.DistinctBy(host => host.Id, StringComparer.Ordinal).ToDictionary(host => host.Id, StringComparer.Ordinal));
        _sharedUuids = new(() => facts.VirtualMachines
            .Where(machine => machine.Uuid is not null)
            .GroupBy(machine => machine.Uuid!, StringComparer.OrdinalIgnoreCase)
            .Where(machines => machines.Skip(1).Any())
            .Select(machines => machines.Key)
            .ToHashSet(StringComparer.OrdinalIgnoreCase));
    }

    public VCenterFacts Facts { get; }

    public ClusterFacts? Cluster(string? id) => id is null ? null : _clusters.GetValueOrDefault(id);

    public HostFacts? Host(string? id) => id is null ? null : _hosts.Value.GetValueOrDefault(id);

    /// <summary>The one host of a name; null when there is none, or several have it.</summary>
    public HostFacts? HostNamed(string name) => _hostsByName.Value[name] is var named && named.Take(2).Count() == 1 ? named.First() : null;

    /// <summary>The usable hosts of a machine's home frequency in other clusters of this vCenter, by the clusters' names.</summary>
    public IReadOnlyList<IGrouping<string, HostFacts>> HostsInOtherClusters(VirtualMachineFacts machine) =>
        [.. OtherClusters.HostsFor(machine, Facts, _frequencies)
            .GroupBy(host => host.Cluster!, StringComparer.Ordinal)
            .OrderBy(hosts => hosts.Key, StringComparer.Ordinal)];

    public int MovesTo(string? cluster, string host) => _moves.Value.GetValueOrDefault((cluster, host));

    public bool IsHarmless(Frequency host, Frequency home) => _frequencies.IsHarmless(host, home);

    /// <summary>Whether several machines have a UUID: copies may keep it.</summary>
    public bool IsShared(string? uuid) => uuid is not null && _sharedUuids.Value.Contains(uuid);
}

/// <summary>How far DRS acts without being asked.</summary>
public static class DrsAutomation
{
    internal const string Manual = "manual";

    internal static bool IsAutomatic(string? drs) => drs is "partiallyAutomated" or "fullyAutomated";

    /// <summary>A level of automation as people say it: <c>fully automated</c>.</summary>
    public static string Describe(string? drs) => drs switch
    {
        null => "unknown",
        "fullyAutomated" => "fully automated",
        "partiallyAutomated" => "partially automated",
        _ => drs,
    };
}
