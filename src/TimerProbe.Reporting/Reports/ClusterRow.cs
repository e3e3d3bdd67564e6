namespace TimerProbe.Reporting.Reports;

/// <summary>A cluster, or the hosts outside of any, with its hosts by frequency class.</summary>
/// <param name="Facts">The cluster; null for the hosts outside of any.</param>
public sealed record ClusterRow(VCenterFacts VCenter, ClusterFacts? Facts, IReadOnlyList<ClassRow> Lanes, MachineCounts Counts)
{
    public string Name => Facts?.Name ?? "Hosts outside clusters";

    public IReadOnlyList<ClassRow> Classes { get; } = [.. Lanes.Where(lane => lane.Class is not null)];

    public bool IsMixed => Facts is not null && Classes.Count > 1;

    public bool NeedsAttention => Counts.ExpectedSlow + Counts.Open + Counts.WrongTime + Counts.Slow > 0 || IsMixed;

    public int Hosts => Lanes.Sum(lane => lane.Hosts.Count);

    internal static IReadOnlyList<ClusterRow> From(IEnumerable<VCenterFacts> centers, FrequencyRules rules) =>
        [.. centers.SelectMany(center => From(center, rules))
            .Where(cluster => cluster.Hosts + cluster.Counts.Total > 0)
            .OrderByDescending(cluster => cluster.Counts.Slow)
            .ThenByDescending(cluster => cluster.Counts.ExpectedSlow)
            .ThenByDescending(cluster => cluster.Counts.Open)
            .ThenByDescending(cluster => cluster.Counts.Away)
            .ThenByDescending(cluster => cluster.Facts is null ? 0 : cluster.Classes.Count)
            .ThenByDescending(cluster => cluster.Counts.Unknown)
            .ThenBy(cluster => cluster.Name, StringComparer.Ordinal)];

    private static IEnumerable<ClusterRow> From(VCenterFacts center, FrequencyRules rules)
    {
        var hosts = center.Hosts.ToLookup(host => GetCluster(center, host.ClusterId, host.Cluster));
        var clusterOfHost = center.Hosts.GroupBy(host => host.Id)
            .ToDictionary(same => same.Key, same => GetCluster(center, same.First().ClusterId, same.First().Cluster));
        var machines = center.VirtualMachines.ToLookup(machine =>
            machine.HostId is { } id && clusterOfHost.TryGetValue(id, out var cluster)
                ? cluster
                : GetCluster(center, machine.ClusterId, machine.Cluster));
        return center.Clusters.Append(null).Select(cluster => From(center, cluster, [.. hosts[cluster]], [.. machines[cluster]], rules));
    }

    private static ClusterRow From(
        VCenterFacts center, ClusterFacts? cluster, List<HostFacts> hosts, List<VirtualMachineFacts> machines, FrequencyRules rules)
    {
        var byHost = machines.ToLookup(machine => machine.HostId ?? hosts.Find(host => host.Name == machine.Host)?.Id);
        (HostFacts, IReadOnlyList<VirtualMachineFacts>) Filled(HostFacts host) => (host, [.. byHost[host.Id]]);
        var classes = cluster?.FrequencyClasses ?? rules.Classify("", hosts);
        var byName = hosts.OrderBy(host => host.Name, StringComparer.Ordinal).ToList();
        var inClass = classes
            .Select((@class, at) => new ClassRow(at + 1, @class, [.. byName.Where(host => IsIn(@class, host)).Select(Filled)]))
            .ToList();
        var placed = inClass.SelectMany(lane => lane.Hosts).Select(host => host.Facts).ToHashSet();
        var without = hosts.Where(host => !placed.Contains(host)).Select(Filled).ToList();
        return new ClusterRow(
            center,
            cluster,
            without.Count == 0 ? inClass : [.. inClass, new ClassRow(inClass.Count + 1, Class: null, without)],
            MachineCounts.From(machines));
    }

    private static bool IsIn(FrequencyClass @class, HostFacts host) =>
        host.Hz is { } hz && hz.Hertz >= @class.LowHz.Hertz && hz.Hertz <= @class.HighHz.Hertz;

    private static ClusterFacts? GetCluster(VCenterFacts center, string? id, string? name) =>
        id is not null ? center.Clusters.FirstOrDefault(cluster => cluster.Id == id)
        : name is null ? null
        : center.Clusters.FirstOrDefault(cluster => cluster.Name == name);
}

/// <summary>The hosts of one frequency class, each with what runs on it.</summary>
/// <param name="Number">From 1 upward by frequency.</param>
/// <param name="Class">The class; null for hosts whose frequency is unknown.</param>
public sealed record ClassRow(
    int Number, FrequencyClass? Class, IReadOnlyList<(HostFacts Facts, IReadOnlyList<VirtualMachineFacts> Machines)> Hosts)
{
    /// <summary>Its frequencies: one figure where its ends are the same to the kHz; empty where they are unknown.</summary>
    public string Span => Class is not { } span ? ""
        : span.LowHz.ToString() is var low && span.HighHz.ToString() is var high && low == high ? low
        : $"{low[..low.LastIndexOf(' ')]}-{high}";

    public MachineCounts Counts => MachineCounts.From(Hosts.SelectMany(host => host.Machines));
}

/// <summary>Running machines by the class they were powered on in and the class they are in; off the diagonal they are away.</summary>
public sealed class ClassMatrix
{
    private readonly Dictionary<(ClassRow? Home, ClassRow Present), int> _counts = [];

    public ClassMatrix(ClusterRow cluster, PartsPerMillion tolerance)
    {
        var rules = new FrequencyRules(tolerance);
        foreach (var lane in cluster.Classes)
        {
            foreach (var machine in lane.Hosts.SelectMany(host => host.Machines)
                .Where(machine => machine.Placement is Placement.Home or Placement.Away))
            {
                var place = (machine.Placement == Placement.Home ? lane : GetHome(machine, lane, cluster, rules), lane);
                _counts[place] = _counts.GetValueOrDefault(place) + 1;
            }
        }

        Homes = [.. cluster.Classes, .. _counts.Keys.Any(place => place.Home is null) ? [null] : Array.Empty<ClassRow?>()];
        Presents = cluster.Classes;
    }

    /// <summary>The classes of homes, lowest frequency first; a null at the end is for homes that no host of the cluster has.</summary>
    public IReadOnlyList<ClassRow?> Homes { get; }

    public IReadOnlyList<ClassRow> Presents { get; }

    public int this[ClassRow? home, ClassRow present] => _counts.GetValueOrDefault((home, present));

    /// <summary>The class that a machine away from home was powered on in; null where the cluster has no such hosts.</summary>
    internal static ClassRow? GetHome(VirtualMachineFacts machine, ClassRow present, ClusterRow cluster, FrequencyRules rules) =>
        machine is { Placement: Placement.Away, HomeHz: { } home }
            ? cluster.Classes.FirstOrDefault(other =>
                other != present && other.Class is { } span && (rules.IsHarmless(span.LowHz, home) || rules.IsHarmless(span.HighHz, home)))
            : null;
}
