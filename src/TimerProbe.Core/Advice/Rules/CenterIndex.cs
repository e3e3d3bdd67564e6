namespace TimerProbe.Core.Advice;

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
        _hostsByName = new(() => facts.Hosts.ToLookup(host => host.Name));
        _moves = new(() => facts.VirtualMachines.Where(machine => machine.Destination is not null)
            .CountBy(machine => (machine.ClusterId, machine.Destination!)).ToDictionary());
        _clusters = facts.Clusters.DistinctBy(cluster => cluster.Id).ToDictionary(cluster => cluster.Id);
        _hosts = new(() => facts.Hosts.DistinctBy(host => host.Id).ToDictionary(host => host.Id));
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

    public IReadOnlyList<IGrouping<string, HostFacts>> HostsInOtherClusters(VirtualMachineFacts machine) =>
        [.. OtherClusters.HostsFor(machine, Facts, _frequencies)
            .GroupBy(host => host.Cluster!)
            .OrderBy(hosts => hosts.Key, StringComparer.Ordinal)];

    public IReadOnlyList<HostFacts> HostsBehindVendor(VirtualMachineFacts machine) =>
        [.. OtherClusters.HostsFor(machine, Facts, _frequencies, ofOneVendor: false)];

    public int MovesTo(string? cluster, string host) => _moves.Value.GetValueOrDefault((cluster, host));

    public bool IsHarmless(Frequency host, Frequency home) => _frequencies.IsHarmless(host, home);

    public bool IsShared(string? uuid) => uuid is not null && _sharedUuids.Value.Contains(uuid);
}
