using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// The DRS rules between the running machines of one cluster, while destinations are chosen. A machine is kept off the hosts
/// where those it is to be apart from are now and where they are to be moved, so that no rule is broken whichever of the
/// moves are made and in whatever order; machines that are to be together move together.
/// </summary>
internal sealed class VmRules
{
    private readonly Dictionary<string, VirtualMachineFacts> _machines;
    private readonly Dictionary<string, string> _chosen = new(StringComparer.Ordinal);
    private readonly ILookup<string, VmVmRule> _apart;
    private readonly Dictionary<string, HashSet<string>> _together = new(StringComparer.Ordinal);
    private readonly HashSet<string> _read;

    /// <summary>The rules are of the cluster, the machines all that were read.</summary>
    public VmRules(IReadOnlyList<VmVmRule>? rules, IReadOnlyList<VirtualMachineFacts> machines)
    {
        _read = rules is null ? [] : machines.Select(machine => machine.Id).ToHashSet(StringComparer.Ordinal);
        _machines = rules is null ? [] : machines.Where(machine => machine.Placement != Facts.Placement.Off)
            .DistinctBy(machine => machine.Id, StringComparer.Ordinal).ToDictionary(machine => machine.Id, StringComparer.Ordinal);
        _apart = (rules ?? []).Where(rule => rule.Kind == VmVmRuleKind.AntiAffinity)
            .SelectMany(rule => rule.VirtualMachines.Select(id => (Id: id, Rule: rule)))
            .ToLookup(each => each.Id, each => each.Rule, StringComparer.Ordinal);
        foreach (var rule in (rules ?? []).Where(rule => rule.Kind == VmVmRuleKind.Affinity))
        {
            Join(rule);
        }
    }

    /// <summary>The ids of the machines that are to be on one host with this one, itself among them.</summary>
    public IReadOnlyCollection<string> With(string machine) => _together.TryGetValue(machine, out var all) ? all : [machine];

    /// <summary>The hosts that rules leave to all machines that belong together and are to be moved, and what left none.</summary>
    public (IReadOnlyList<string> Hosts, MoveObstacle? Obstacle) HostsFor(IReadOnlyList<VirtualMachineFacts> movers)
    {
        IReadOnlyList<string> hosts = movers[0].HarmlessHosts;
        if (With(movers[0].Id) is { Count: > 1 } together)
        {
            foreach (var mover in movers.Skip(1))
            {
                hosts = [.. hosts.Intersect(mover.HarmlessHosts, StringComparer.Ordinal)];
            }

            foreach (var id in together.Except(movers.Select(machine => machine.Id), StringComparer.Ordinal))
            {
                // One that stays must be on the host already; where one is that was not read, nobody knows.
                var stays = _machines.GetValueOrDefault(id)?.Host;
                hosts = [.. hosts.Where(host => host == stays)];
            }

            if (hosts.Count == 0)
            {
                return (hosts, MoveObstacle.Affinity);
            }
        }

        var ids = movers.Select(machine => machine.Id).ToHashSet(StringComparer.Ordinal);
        hosts = [.. hosts.Where(host => movers.All(machine => IsApart(machine.Id, host, ids)))];
        return (hosts, hosts.Count == 0 ? MoveObstacle.AntiAffinity : null);
    }

    public void Choose(string machine, string host) => _chosen[machine] = host;

    private bool IsApart(string machine, string host, HashSet<string> movers) =>
        _apart[machine].All(rule => rule.VirtualMachines.All(other => other == machine || !IsOn(other, host, movers)));

    private bool IsOn(string other, string host, HashSet<string> movers) =>
        !_read.Contains(other)
            || (_machines.TryGetValue(other, out var running)
                && (movers.Contains(other) || running.Host is null || running.Host == host || _chosen.GetValueOrDefault(other) == host));

    private void Join(VmVmRule rule)
    {
        // One that is off is placed by DRS when it is powered on.
        var members = rule.VirtualMachines.Where(id => !_read.Contains(id) || _machines.ContainsKey(id)).ToList();
        var all = members.SelectMany(With).ToHashSet(StringComparer.Ordinal);
        foreach (var id in all)
        {
            _together[id] = all;
        }
    }
}
