using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Where every host that a machine can have been powered on at, in or outside of the scope, has one frequency, that is its home's.
/// </summary>
internal sealed class OnlyClassEvidence
{
    private readonly FrequencyClass? _all;
    private readonly Dictionary<string, (FrequencyClass Class, HashSet<string> Hosts)> _clusters = new(StringComparer.Ordinal);

    public OnlyClassEvidence(IReadOnlyCollection<HostFacts> hosts, FrequencyRules rules)
    {
        _all = OnlyClass(hosts, rules);
        foreach (var cluster in hosts.Where(host => host.ClusterId is not null).GroupBy(host => host.ClusterId!, StringComparer.Ordinal))
        {
            if (OnlyClass([.. cluster], rules) is { } only)
            {
                _clusters[cluster.Key] = (only, [.. cluster.Select(host => host.Id)]);
            }
        }
    }

    /// <summary>Where all hosts of the vCenter have one frequency, nothing else need be asked.</summary>
    public bool IsWholeVCenter => _all is not null;

    /// <summary>The evidence; null where hosts have several frequencies, or the machine is known to come from another cluster.</summary>
    public HomeEvidence? Of(VirtualMachineFacts machine, IReadOnlyList<MachineEvent> events) =>
        _all is { } all ? Evidence(all, "every host of the vCenter has this frequency")
        : !machine.Power.IsFrequencyRestored && machine.ClusterId is { } id && _clusters.TryGetValue(id, out var cluster)
            && events.All(happened => IsIn(cluster.Hosts, happened.Host) && IsIn(cluster.Hosts, happened.Source))
            ? Evidence(cluster.Class, "every host of its cluster has this frequency, and no event tells that it came from another cluster")
            : null;

    private static bool IsIn(HashSet<string> hosts, string? host) => host is null || hosts.Contains(host);

    private static FrequencyClass? OnlyClass(IReadOnlyCollection<HostFacts> hosts, FrequencyRules rules) =>
        hosts.All(host => host.Hz is not null) && rules.Classify("", hosts) is [var only] ? only : null;

    private static HomeEvidence Evidence(FrequencyClass only, string says) =>
        new(HomeSource.OnlyClass, only.LowHz, only.HighHz, At: null, EvidenceCertainty.Inferred, says);
}
