using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Where every host that a machine can have been powered on at, in or outside of the scope, has one frequency, that is its home's.
/// </summary>
internal sealed class OnlyClassEvidence
{
    private readonly FrequencyClass? _all;
    private readonly HashSet<string> _hosts;
    private readonly Dictionary<string, (FrequencyClass Class, HashSet<string> Hosts)> _clusters = new(StringComparer.Ordinal);

    public OnlyClassEvidence(IReadOnlyCollection<HostFacts> hosts, FrequencyRules rules)
    {
        _all = OnlyClass(hosts, rules);
        _hosts = [.. hosts.Select(host => host.Id)];
        foreach (var cluster in hosts.Where(host => host.ClusterId is not null).GroupBy(host => host.ClusterId!, StringComparer.Ordinal))
        {
            if (OnlyClass([.. cluster], rules) is { } only)
            {
                _clusters[cluster.Key] = (only, [.. cluster.Select(host => host.Id)]);
            }
        }
    }

    /// <summary>
    /// The evidence; null where hosts have several frequencies or are not all seen, or the machine is known to come from elsewhere.
    /// </summary>
    public HomeEvidence? Of(VirtualMachineFacts machine, InventoryReading reading, IReadOnlyList<MachineEvent> events) =>
        machine.HostId is null || !_hosts.Contains(machine.HostId) || HasArrived(machine, events) ? null
        : _all is { } all && reading.View.IsWhole && AreIn(_hosts, events) ? Evidence(all, "every host of the vCenter has this frequency")
        : !machine.Power.IsFrequencyRestored && reading.EventsMissing is null
            && machine.ClusterId is { } id && _clusters.TryGetValue(id, out var cluster) && !reading.View.PartialClusters.Contains(id)
            && AreIn(cluster.Hosts, events)
            ? Evidence(cluster.Class, "every host of its cluster has this frequency, and no event tells that it came from another cluster")
            : null;

    /// <summary>
    /// Whether it was powered on within the time of the events, and was not here before by any of them: it came from another vCenter.
    /// </summary>
    private bool HasArrived(VirtualMachineFacts machine, IReadOnlyList<MachineEvent> events) =>
        machine is { BootTime: { } boot, Power: { IsBootTimeWrong: true, OtherAt: null } }
        && !events.Any(happened =>
            happened.At - boot <= HomeFinder.BootTimeSlack && (happened.Source ?? happened.Host) is { } at && _hosts.Contains(at));

    private static bool AreIn(HashSet<string> hosts, IReadOnlyList<MachineEvent> events) =>
        events.All(happened => IsIn(hosts, happened.Host) && IsIn(hosts, happened.Source));

    private static bool IsIn(HashSet<string> hosts, string? host) => host is null || hosts.Contains(host);

    private static FrequencyClass? OnlyClass(IReadOnlyCollection<HostFacts> hosts, FrequencyRules rules) =>
        hosts.All(host => host.Hz is not null) && rules.Classify("", hosts) is [var only] ? only : null;

    private static HomeEvidence Evidence(FrequencyClass only, string says) =>
        new(HomeSource.OnlyClass, only.LowHz, only.HighHz, At: null, EvidenceCertainty.Inferred, says);
}
