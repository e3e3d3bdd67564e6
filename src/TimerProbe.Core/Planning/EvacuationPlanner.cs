namespace TimerProbe.Core.Planning;

/// <summary>Moves machines off hosts so that the fewest are slow, and forecasts how many would be if DRS alone did it.</summary>
internal static class EvacuationPlanner
{
    public static PlanDocument Plan(IReadOnlyList<PlannedCenter> centers, IReadOnlyCollection<string> names, PlanDocument empty)
    {
        var found = centers
            .SelectMany(center => center.Hosts.Where(host => names.Any(name => center.IsNamed(name, host)))
                .Select(host => (Center: center, Host: host)))
            .ToList();
        var (machines, moves, rounds) = (new List<Candidate>(), new List<PlannedMove>(), new List<PatchRound>());
        var firstWave = 1;
        foreach (var cluster in found.GroupBy(item => (item.Center, item.Host.ClusterId)))
        {
            var closed = cluster.Select(item => item.Host.Id).ToHashSet();
            var (planned, itsMoves) = PlanCluster(cluster.Key.Center, cluster.Key.ClusterId, closed, empty.Settings, firstWave);
            machines.AddRange(planned);
            moves.AddRange(itsMoves);
            firstWave = moves.Count == 0 ? 1 : moves[^1].Wave + 1;
            if (cluster.Key.ClusterId is { } id && cluster.Key.Center.GetHosts(id).Skip(1).Any())
            {
                rounds.Add(PatchOrder.Plan(cluster.Key.Center, id, empty.Settings));
            }
        }

        var hosts = found.Select(item => item.Host).ToList();
        var off = found.SelectMany(item => item.Center.Facts.VirtualMachines
            .Where(machine => machine.Placement == Facts.Placement.Off && machine.HostId == item.Host.Id)).ToList();
        return empty with
        {
            Moves = moves,
            Evacuation = new EvacuationPlan
            {
                Hosts = [.. hosts.Select(host => host.Name)],
                NotFound = [.. names.Where(name => !found.Exists(item => item.Center.IsNamed(name, item.Host)))],
                Machines = [
                    .. machines.OrderBy(item => item.Shown.FastHosts.Count)
                        .ThenBy(item => item.Shown.Machine.Name, StringComparer.Ordinal)
                        .Select(item => item.Shown)
                ],
                FreeDrs = SlowForecast.Sum(machines.Select(item => item.Free)),
                WithMoves = SlowForecast.Sum(machines.Select(item => item.WithMove)),
                Secondaries = found.Sum(item => item.Center.RunningOn[item.Host.Id].Count(machine => machine.IsSecondary)),
                PoweredOff = off.Count(machine => machine.PowerState != "suspended"),
                Suspended = off.Count(machine => machine.PowerState == "suspended"),
                Rounds = rounds,
            },
            Measurements = PlannedCenter.SelectMeasurements(
                machines.Where(item => (item.Machine.HomeHz is null || item.Machine.IsClockOpen) && item.Machine.Guest is null)
                    .Select(item => (item.Center, item.Machine, item.Free.Worst - item.Free.Best))),
        };
    }

    private static (List<Candidate> Machines, List<PlannedMove> Moves) PlanCluster(
        PlannedCenter center, string? cluster, HashSet<string> closed, PlanSettings settings, int firstWave)
    {
        var machines = closed.SelectMany(host => center.RunningOn[host])
            .Where(PlannedCenter.IsPlanned)
            .OrderBy(machine => machine.Id, StringComparer.Ordinal)
            .ToList();
        var state = cluster is null ? null : new ClusterState(center, cluster, settings.FillPercent);
        var free = machines.ToDictionary(
            machine => machine.Id,
            machine => center.OpenToDrs(machine).Where(host => !closed.Contains(host.Id)).ToList());
        var forecasts = machines.ToDictionary(machine => machine.Id, machine => Forecast(center, state, machine, free[machine.Id]));
        var (moves, obstacles) = state is null
            ? ([], machines.ToDictionary(machine => machine.Id, _ => PlanObstacle.NoHost))
            : Propose(center, state, machines, closed, settings, firstWave);
        var to = moves.ToDictionary(move => move.MachineId);
        return ([.. machines.Select(Planned)], moves);

        Candidate Planned(VirtualMachineFacts machine)
        {
            var hosts = free[machine.Id].ToLookup(host => center.On(machine, host), host => host.Name);
            var move = to.GetValueOrDefault(machine.Id);
            var shown = new EvacuatedMachine(
                center.InPlan(machine),
                center.Now(machine),
                [.. hosts[PlannedClock.Fast]],
                [.. hosts[PlannedClock.Unknown]],
                [.. hosts[PlannedClock.Slow]],
                Elsewhere(center, machine),
                move?.To,
                move is null ? obstacles.GetValueOrDefault(machine.Id, PlanObstacle.NoHost) : null);
            var forecast = forecasts[machine.Id];
            return new Candidate(center, machine, shown, forecast, move is null ? forecast : SlowForecast.From(move.After));
        }
    }

    private static IReadOnlyList<string> Elsewhere(PlannedCenter center, VirtualMachineFacts machine) =>
        machine.HomeHz is null || machine.HostsElsewhere is null ? [] : [.. machine.HostsElsewhere.Where(center.NamesTaking.Contains)];

    /// <summary>
    /// A machine alone, wherever must rules and maintenance let it go: what DRS does lies within, since capacity and rules between
    /// machines only take hosts away. One that no host takes stays as it is. The chance of a host is by its free memory.
    /// </summary>
    private static SlowForecast Forecast(PlannedCenter center, ClusterState? state, VirtualMachineFacts machine, List<HostFacts> hosts)
    {
        if (hosts.Count == 0)
        {
            return SlowForecast.From(center.Now(machine));
        }

        var each = hosts.Select(host => (Forecast: SlowForecast.From(center.On(machine, host)), Weight: Weight(host))).ToList();
        var all = each.Sum(one => one.Weight);
        return new SlowForecast(
            each.Min(one => one.Forecast.Best),
            each.Sum(one => one.Forecast.ExpectedLow * one.Weight) / all,
            each.Sum(one => one.Forecast.ExpectedHigh * one.Weight) / all,
            each.Max(one => one.Forecast.Worst));

        double Weight(HostFacts host) => state?.Room(host).Memory switch
        {
            null or double.PositiveInfinity => 1,
            var room => Math.Max(room.Value, 1) / (host.MemoryBytes ?? 1),
        };
    }

    private static (List<PlannedMove> Moves, Dictionary<string, PlanObstacle> Obstacles) Propose(
        PlannedCenter center,
        ClusterState state,
        IReadOnlyList<VirtualMachineFacts> machines,
        HashSet<string> closed,
        PlanSettings settings,
        int firstWave)
    {
        var obstacles = new Dictionary<string, PlanObstacle>();
        var groups = new List<(List<VirtualMachineFacts> Machines, List<HostFacts> Hosts)>();
        var seen = new HashSet<string>();
        foreach (var machine in machines.Where(machine => !seen.Contains(machine.Id)))
        {
            if (center.Unmovable(machine) is { } never)
            {
                obstacles[machine.Id] = never;
                continue;
            }

            var own = state.Hosts
                .Where(host => !closed.Contains(host.Id) && center.IsOpen(machine, host) && center.IsNoSlower(machine, host))
                .ToList();
            var hosts = own.Where(host => state.MayPropose(machine, host)).ToList();
            if (hosts.Count == 0)
            {
                obstacles[machine.Id] = own.Count > 0 ? PlanObstacle.Affinity
                    : machine.HomeHz is null ? PlanObstacle.UnknownHome
                    : state.Hosts.Any(host => !closed.Contains(host.Id) && host.TakesMachines && center.IsNoSlower(machine, host))
                        ? PlanObstacle.BoundElsewhere
                    : PlanObstacle.NoHost;
                continue;
            }

            seen.UnionWith(state.IdsWith(machine));
            if (state.IdsWith(machine).Count > settings.WaveSize)
            {
                state.With(machine)!.ForEach(item => obstacles[item.Id] = PlanObstacle.WaveTooSmall);
                continue;
            }

            groups.Add((state.With(machine)!, hosts));
        }

        var moves = new List<PlannedMove>();
        var (wave, inWave) = (firstWave, 0);
        foreach (var (group, hosts) in groups.OrderBy(item => item.Hosts.Count)
            .ThenBy(item => item.Machines.Sum(machine => center.GetDemand(machine).Memory))
            .ThenBy(item => item.Machines[0].Id, StringComparer.Ordinal))
        {
            if (inWave > 0 && inWave + group.Count > settings.WaveSize)
            {
                state.EndWave();
                (wave, inWave) = (wave + 1, 0);
            }

            var open = hosts.Where(host => state.IsApart(group, host.Id)).ToList();
            var to = open.Where(host => state.HasRoom(group, host))
                .MinBy(host => (Clock: group.Max(machine => center.On(machine, host)), Burden: state.Burden(group, host), host.Name));
            if (to is null)
            {
                group.ForEach(machine => obstacles[machine.Id] = open.Count == 0 ? PlanObstacle.AntiAffinity : PlanObstacle.NoRoom);
                continue;
            }

            foreach (var machine in group.Where(machine => state.GetHost(machine) != to.Id))
            {
                var reason = closed.Contains(machine.HostId!) ? MoveReason.Evacuate : MoveReason.Together;
                moves.Add(state.Move(machine, to, wave, reason));
                inWave++;
            }
        }

        return (moves, obstacles);
    }

    private sealed record Candidate(
        PlannedCenter Center, VirtualMachineFacts Machine, EvacuatedMachine Shown, SlowForecast Free, SlowForecast WithMove);
}
