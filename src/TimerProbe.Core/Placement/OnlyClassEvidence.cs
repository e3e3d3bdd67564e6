namespace TimerProbe.Core.Placement;

/// <summary>
/// Where every host that a machine can have been powered on at, in or outside of the scope, has the frequency of its present one
/// within the tolerance, it is at home: also where hosts lie in a chain whose ends are further apart.
/// </summary>
internal sealed class OnlyClassEvidence
{
    private readonly FrequencyRules _rules;
    private readonly (Frequency Low, Frequency High)? _all;
    private readonly HashSet<string> _hosts;
    private readonly Dictionary<string, ((Frequency Low, Frequency High) Rates, HashSet<string> Hosts)> _clusters = [];

    public OnlyClassEvidence(IReadOnlyCollection<HostFacts> hosts, FrequencyRules rules)
    {
        _rules = rules;
        _all = GetRates(hosts);
        _hosts = [.. hosts.Select(host => host.Id)];
        foreach (var cluster in hosts.Where(host => host.ClusterId is not null).GroupBy(host => host.ClusterId!))
        {
            if (GetRates([.. cluster]) is { } rates)
            {
                _clusters[cluster.Key] = (rates, [.. cluster.Select(host => host.Id)]);
            }
        }
    }

    /// <summary>Null where hosts have several frequencies or are not all seen, or the machine is known to come from elsewhere.</summary>
    public HomeEvidence? Of(VirtualMachineFacts machine, InventoryReading reading, IReadOnlyList<MachineEvent> events) =>
        machine.HostId is null || !_hosts.Contains(machine.HostId) || HasArrived(machine, events) ? null
        : _all is { } all && AreHarmless(machine, all) && reading.View.IsWhole && AreIn(_hosts, events) ? Evidence(all, "every host of the vCenter has this frequency")
        : !machine.Power.IsFrequencyRestored && reading.EventsMissing is null
            && machine.ClusterId is { } id && _clusters.TryGetValue(id, out var cluster) && AreHarmless(machine, cluster.Rates)
            && !reading.View.PartialClusters.Contains(id)
            && AreIn(cluster.Hosts, events)
            ? Evidence(cluster.Rates, "every host of its cluster has this frequency, and no event shows that it came from another cluster")
            : null;

    private bool HasArrived(VirtualMachineFacts machine, IReadOnlyList<MachineEvent> events) =>
        machine is { BootTime: { } boot, Power: { IsBootTimeWrong: true, OtherAt: null } }
        && !events.Any(happened =>
            happened.At - boot <= HomeFinder.BootTimeSlack && (happened.Source ?? happened.Host) is { } at && _hosts.Contains(at));

    private static bool AreIn(HashSet<string> hosts, IReadOnlyList<MachineEvent> events) =>
        events.All(happened => IsIn(hosts, happened.Host) && IsIn(hosts, happened.Source));

    private static bool IsIn(HashSet<string> hosts, string? host) => host is null || hosts.Contains(host);

    private bool AreHarmless(VirtualMachineFacts machine, (Frequency Low, Frequency High) rates) =>
        machine.HostHz is { } host && _rules.IsHarmless(host, rates.Low) && _rules.IsHarmless(host, rates.High);

    private static (Frequency Low, Frequency High)? GetRates(IReadOnlyCollection<HostFacts> hosts) =>
        hosts.Count > 0 && hosts.All(host => host.Hz is not null)
            ? (hosts.MinBy(host => host.Hz!.Value.Hertz)!.Hz!.Value, hosts.MaxBy(host => host.Hz!.Value.Hertz)!.Hz!.Value)
            : null;

    private static HomeEvidence Evidence((Frequency Low, Frequency High) rates, string says) =>
        new(HomeSource.OnlyClass, rates.Low, rates.High, At: null, EvidenceCertainty.Inferred, says);
}

/// <summary>How much of the hosts of a vCenter was read, by everything that names one.</summary>
public sealed record HostView
{
    public bool IsWhole { get; init; } = true;

    public IReadOnlySet<string> PartialClusters { get; init; } = new HashSet<string>();

    /// <summary>What was read of a vCenter, or of a single host, which knows of no other that a machine may have come from.</summary>
    /// <param name="hosts">The hosts that were read, with the clusters they are in; null outside of any.</param>
    public static HostView Of(
        bool isVirtualCenter,
        bool isComplete,
        IReadOnlyDictionary<string, string?> hosts,
        IEnumerable<(string Cluster, IReadOnlyList<string> Hosts)> members,
        IEnumerable<string> named)
    {
        var whole = members.Where(cluster => isComplete && cluster.Hosts.Count > 0 && cluster.Hosts.All(hosts.ContainsKey))
            .Select(cluster => cluster.Cluster)
            .ToHashSet();
        var partial = hosts.Values.OfType<string>().Where(cluster => !whole.Contains(cluster)).ToHashSet();
        return new HostView
        {
            IsWhole = isVirtualCenter && isComplete && partial.Count == 0 && named.All(hosts.ContainsKey),
            PartialClusters = partial,
        };
    }
}
