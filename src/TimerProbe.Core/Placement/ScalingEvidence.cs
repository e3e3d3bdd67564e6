using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// On which hosts a machine that is away was measured fast: such a host scales the TSC of that home's frequency in hardware, and every
/// other machine of it is expected to be fast there too. One that was measured slow there takes the evidence back.
/// </summary>
public sealed class ScalingEvidence
{
    private readonly FrequencyRules _rules;
    private readonly ILookup<string, VirtualMachineFacts> _measured;

    /// <summary>The vCenter's machines are placed, and guests' results joined.</summary>
    public ScalingEvidence(VCenterFacts vcenter, FrequencyRules rules)
    {
        _rules = rules;
        // A machine with the raw TSC is fast on every host, and a name may be another machine's: neither shows anything of the host. What
        // a guest published or handed in is for its own machine only: no guest acquits another.
        _measured = vcenter.VirtualMachines
            .Where(machine => machine is
            {
                Placement: Facts.Placement.Away, HostId: not null, HomeHz: not null, Settings.VirtualRdtsc: not false,
                Guest: { State: ClockState.Healthy or ClockState.Slow, MatchedBy: not GuestCandidates.ByName },
            } && machine.Guest is not { State: ClockState.Healthy, Source: GuestSource.Published or GuestSource.Store })
            .ToLookup(machine => machine.HostId!, StringComparer.Ordinal);
    }

    /// <summary>
    /// Whether a machine away from home is expected to read its clock slowly: no measurement says that it is fast, its own or that of one
    /// like it on its host, and it does not read the raw TSC.
    /// </summary>
    public bool ExpectsSlow(VirtualMachineFacts machine) =>
        machine is { Placement: Facts.Placement.Away, Settings.VirtualRdtsc: not false }
            && machine.Guest?.State != ClockState.Healthy && WitnessOf(machine) is null;

    /// <summary>The machine measured fast on the same host that shows the same for this one; null where this was measured itself.</summary>
    public VirtualMachineFacts? WitnessOf(VirtualMachineFacts machine)
    {
        if (machine is not { Placement: Facts.Placement.Away, HostId: { } host, HomeHz: { } home }
            || machine.Guest?.State is ClockState.Healthy or ClockState.Slow)
        {
            return null;
        }

        var alike = _measured[host].Where(other => _rules.IsHarmless(other.HomeHz!.Value, home)).ToList();
        return alike.TrueForAll(other => other.Guest!.State == ClockState.Healthy)
            ? alike.MinBy(other => other.Id, StringComparer.Ordinal)
            : null;
    }
}

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
