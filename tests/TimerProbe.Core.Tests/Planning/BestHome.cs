namespace TimerProbe.Core.Tests.Planning;

/// <summary>
/// The most slow machines that moves one after another bring home, each machine once at most, and the fewest moves for it; by trying
/// everything.
/// </summary>
internal static class BestHome
{
    public static (int Home, int Moves) Of(GeneratedCluster cluster)
    {
        var machines = cluster.Center.VirtualMachines.ToList();
        var hosts = cluster.Center.Hosts.ToList();
        var rules = cluster.Center.Clusters[0].VmRules ?? [];
        var checker = new MoveChecker(cluster);
        var demand = machines.ConvertAll(checker.Demand);
        var start = machines.Select(machine => (byte)hosts.FindIndex(host => host.Id == machine.HostId)).ToArray();
        var other = hosts.ConvertAll(host => (Memory: host.MemoryUsageBytes!.Value - On(start, host)
            .Sum(i => demand[i].Memory), Cpu: host.CpuUsageHz!.Value.Hertz - On(start, host).Sum(i => demand[i].Cpu)));
        var slow = Slow(start);
        var (best, moves) = (0, 0);
        var level = new List<byte[]> { start };
        var seen = new HashSet<string> { Convert.ToHexString(start) };
        for (var depth = 0; level.Count > 0; depth++)
        {
            var home = level.Max(state => slow - Slow(state));
            (best, moves) = home > best ? (home, depth) : (best, moves);
            level = [.. level.SelectMany(Next).Where(state => seen.Add(Convert.ToHexString(state)))];
        }

        return (best, moves);

        IEnumerable<int> On(byte[] state, HostFacts host) => Enumerable.Range(0, machines.Count).Where(i => hosts[state[i]] == host);

        int Slow(byte[] state) => Enumerable.Range(0, machines.Count).Count(i => IsSlow(i, state[i]));

        bool IsSlow(int machine, int host) =>
            machines[machine] is { HomeHz: not null, Settings.VirtualRdtsc: not false }
                && cluster.IsSlow(machines[machine].Id, hosts[host].Id);

        IEnumerable<byte[]> Next(byte[] state)
        {
            for (var i = 0; i < machines.Count; i++)
            {
                for (byte to = 0; state[i] == start[i] && to < hosts.Count; to++)
                {
                    if (to != state[i] && MayMove(state, i, to))
                    {
                        var next = (byte[])state.Clone();
                        next[i] = to;
                        yield return next;
                    }
                }
            }
        }

        bool MayMove(byte[] state, int i, int to)
        {
            var (machine, host) = (machines[i], hosts[to]);
            return machine.Settings.VirtualRdtsc != false && hosts[start[i]].ConnectionState == "connected" && host.TakesMachines
                && !cluster.DistrustedIds.Contains(host.Id) && machine.BoundTo?.Contains(host.Name) != false
                && (machine.HomeHz is null ? host.FrequencyClass == hosts[start[i]].FrequencyClass : IsSlow(i, start[i]) || !IsSlow(i, to))
                && other[to].Memory + On(state, host).Append(i).Sum(item => demand[item].Memory) <= host.MemoryBytes!.Value * 0.9
                && other[to].Cpu + On(state, host).Append(i).Sum(item => demand[item].Cpu) <= host.CpuCapacityHz!.Value.Hertz * 0.9
                && rules.Where(rule => rule.VirtualMachines.Contains(machine.Id))
                    .All(rule => !On(state, host).Any(item => item != i && rule.VirtualMachines.Contains(machines[item].Id)));
        }
    }
}
