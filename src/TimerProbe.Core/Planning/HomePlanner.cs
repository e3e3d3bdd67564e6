namespace TimerProbe.Core.Planning;

/// <summary>
/// Brings slow machines to hosts where they are fast, the smallest first, so that the most come home; each machine moves at most
/// once. Where none fits, machines that are as fast elsewhere make room.
/// </summary>
internal sealed class HomePlanner
{
    private const int MaxForRoom = 4;

    private readonly PlannedCenter _center;
    private readonly PlanSettings _settings;
    private readonly ClusterState _state;
    private readonly HashSet<string> _moved = new(StringComparer.Ordinal);
    private readonly List<List<PlannedMove>> _waves = [];
    private (Group Group, HostFacts Host)? _promised;
    private List<PlannedMove> _wave = [];

    private HomePlanner(PlannedCenter center, string cluster, PlanSettings settings)
    {
        _center = center;
        _settings = settings;
        _state = new ClusterState(center, cluster, settings.FillPercent);
    }

    public static PlanDocument Plan(IReadOnlyList<PlannedCenter> centers, string? only, PlanDocument empty)
    {
        var waves = new List<List<PlannedMove>>();
        var remaining = new List<RemainingMachine>();
        foreach (var center in centers)
        {
            var obstacles = new Dictionary<string, PlanObstacle>();
            var slow = Running(center, only).Where(machine => center.Now(machine) == PlannedClock.Slow).ToList();
            var home = new HashSet<string>();
            foreach (var cluster in slow.GroupBy(machine => center.GetHost(machine).ClusterId)
                .Where(cluster => cluster.Key is not null)
                .OrderBy(cluster => cluster.Key, StringComparer.Ordinal))
            {
                var planner = new HomePlanner(center, cluster.Key!, empty.Settings);
                planner.Run([.. cluster], obstacles);
                Merge(waves, planner._waves, empty.Settings.WaveSize);
                home.UnionWith(planner._waves.SelectMany(wave => wave).Where(BringsHome).Select(move => move.MachineId));
            }

            remaining.AddRange(slow.Where(machine => !home.Contains(machine.Id)).Select(machine => new RemainingMachine(
                center.InPlan(machine),
                obstacles.GetValueOrDefault(machine.Id, PlanObstacle.NoHost),
                [.. OtherClusters.HostsFor(machine, center.Facts, center.Rules).Select(host => host.Name)])));
        }

        var moves = InOrder(waves.SelectMany((wave, index) => wave.Select(move => move with { Wave = index + 1 })), centers);
        var running = centers.SelectMany(center => Running(center, only).Select(machine => (Center: center, Machine: machine))).ToList();
        var slowNow = running.Count(item => item.Center.Now(item.Machine) == PlannedClock.Slow);
        var unknownNow = running.Where(item => item.Center.Now(item.Machine) == PlannedClock.Unknown).ToList();
        return empty with
        {
            Moves = moves,
            Home = new HomePlan(slowNow, unknownNow.Count, moves.Count(BringsHome), waves.Count, remaining, Windows(remaining))
            {
                MeasuredSlow = running.Count(item =>
                    item is { Machine.Guest.State: ClockState.Slow } && item.Center.Now(item.Machine) == PlannedClock.Slow),
            },
            Measurements = UsefulMeasurements.From(unknownNow.Select(item => (item.Center, item.Machine, 1))),
        };
    }

    private static List<PlannedMove> InOrder(IEnumerable<PlannedMove> moves, IReadOnlyList<PlannedCenter> centers)
    {
        var machines = centers.SelectMany(center => center.Running.Select(machine => (center.Facts.Server, Machine: machine)))
            .ToLookup(item => (item.Server, item.Machine.Id), item => item.Machine);
        return
        [
            .. from move in moves
               let machine = machines[(move.Server, move.MachineId)].First()
               orderby move.Wave, BringsHome(move) descending, machine.Guest?.State == ClockState.Slow descending,
                   machine.HomeCertainty == HomeCertainty.Certain descending, machine.SqlServerExpected descending,
                   machine.AwaySince ?? DateTimeOffset.MaxValue
               select move,
        ];
    }

    private static bool BringsHome(PlannedMove move) => move is { Before: PlannedClock.Slow, After: PlannedClock.Fast };

    private static IEnumerable<VirtualMachineFacts> Running(PlannedCenter center, string? cluster) => center.Running.Where(machine =>
        PlannedCenter.IsPlanned(machine) && center.GetHost(machine).IsReachable
            && (cluster is null || center.GetHost(machine).ClusterId == cluster));

    private static IReadOnlyList<MaintenanceWindow> Windows(IEnumerable<RemainingMachine> remaining) =>
    [
        .. remaining.Select(item => item.Machine)
            .GroupBy(machine => (
                machine.Server,
                Name: machine.Folder is { Length: > 0 } folder ? folder : machine.Cluster ?? machine.Host,
                IsFolder: machine.Folder is { Length: > 0 }))
            .OrderByDescending(window => window.Count())
            .ThenBy(window => window.Key.Name, StringComparer.Ordinal)
            .ThenBy(window => window.Key.Server, StringComparer.Ordinal)
            .Select(window => new MaintenanceWindow(
                window.Key.Server,
                window.Key.Name,
                window.Key.IsFolder,
                [.. window.OrderBy(machine => machine.Name, StringComparer.Ordinal)])),
    ];

    private static void Merge(List<List<PlannedMove>> all, List<List<PlannedMove>> cluster, int size)
    {
        var at = 0;
        foreach (var wave in cluster)
        {
            while (at < all.Count && all[at].Count + wave.Count > size)
            {
                at++;
            }

            if (at == all.Count)
            {
                all.Add([]);
            }

            all[at++].AddRange(wave);
        }
    }

    private void Run(IReadOnlyList<VirtualMachineFacts> slow, Dictionary<string, PlanObstacle> obstacles)
    {
        var pending = new List<Group>();
        var seen = new HashSet<string>();
        foreach (var machine in slow.Where(machine => !seen.Contains(machine.Id)))
        {
            var (group, obstacle) = Consider(machine);
            if (group is null)
            {
                obstacles[machine.Id] = obstacle;
                continue;
            }

            pending.Add(group);
            seen.UnionWith(group.Machines.Select(item => item.Id));
        }

        pending.Sort((one, other) =>
            one.Size.CompareTo(other.Size) is var size and not 0 ? size : string.CompareOrdinal(one.Machines[0].Id, other.Machines[0].Id));
        while (pending.Count > 0
            && (PlacePromised(pending)
                || PlaceAll(pending, preferred: true)
                || PlaceAll(pending, preferred: false)
                || FreeCapacity(pending)))
        {
            _state.EndWave();
            _waves.Add(_wave);
            _wave = [];
        }

        foreach (var group in pending)
        {
            var why = group.Hosts.Any(host => _state.IsApart(group.Machines, host.Id)) ? PlanObstacle.NoRoom : PlanObstacle.AntiAffinity;
            group.Machines.ForEach(machine => obstacles[machine.Id] = why);
        }
    }

    private (Group? Group, PlanObstacle Obstacle) Consider(VirtualMachineFacts machine)
    {
        if (_center.Unmovable(machine) is { } never)
        {
            return (null, never);
        }

        var fast = _state.Hosts.Where(host => host.Id != machine.HostId && _center.On(machine, host) == PlannedClock.Fast).ToList();
        var open = fast.Where(host => host.TakesMachines).ToList();
        var free = open.Where(host => _center.IsOpen(machine, host)).ToList();
        if (free.Count == 0)
        {
            return (null, machine.HomeHz is null ? PlanObstacle.UnknownHome
                : fast.Count == 0 ? PlanObstacle.NoHost
                : open.Count == 0 ? PlanObstacle.HostsUnavailable
                : PlanObstacle.BoundElsewhere);
        }

        var hosts = free.Where(host => _state.MayPropose(machine, host)).ToList();
        return hosts.Count == 0 ? (null, PlanObstacle.Affinity)
            : _state.IdsWith(machine).Count > _settings.WaveSize ? (null, PlanObstacle.WaveTooSmall)
            : (_state.With(machine)! is var group ? new Group(group, hosts, GetSize(group)) : null, default);
    }

    private double GetSize(List<VirtualMachineFacts> group)
    {
        var demand = group.Aggregate(default(Demand), (sum, machine) => sum + _center.GetDemand(machine));
        var memory = _state.Hosts.Average(host => (double?)host.MemoryBytes);
        var cpu = _state.Hosts.Average(host => (double?)host.CpuCapacityHz?.Hertz);
        return Math.Max(demand.Memory / memory ?? 0, demand.Cpu / cpu ?? 0) / group.Count;
    }

    private bool PlaceAll(List<Group> pending, bool preferred)
    {
        var placed = false;
        foreach (var group in pending.ToList())
        {
            var movers = group.Machines.Count;
            if (_wave.Count > 0 && _wave.Count + movers > _settings.WaveSize)
            {
                continue;
            }

            var wanted = preferred
                ? group.Machines.Select(machine => machine.Destination)
                    .FirstOrDefault(name => name is not null && group.Hosts.Any(host => host.Name == name))
                : null;
            var to = group.Hosts
                .Where(host => (wanted is null || host.Name == wanted)
                    && _state.IsApart(group.Machines, host.Id)
                    && _state.HasRoom(group.Machines, host))
                .MinBy(host => (
                    IsHome: group.Machines[0].HomeHost == host.Name ? 0 : 1,
                    Burden: _state.Burden(group.Machines, host),
                    host.Name));
            if (to is null)
            {
                continue;
            }

            Place(group, to, pending);
            placed = true;
        }

        return placed;
    }

    private void Place(Group group, HostFacts to, List<Group> pending)
    {
        foreach (var machine in group.Machines.Where(machine => _state.GetHost(machine) != to.Id))
        {
            var reason = _center.Now(machine) == PlannedClock.Slow ? MoveReason.Home : MoveReason.Together;
            _wave.Add(_state.Move(machine, to, wave: 0, reason));
            _moved.Add(machine.Id);
        }

        pending.Remove(group);
    }

    private bool PlacePromised(List<Group> pending)
    {
        if (_promised is not var (group, host))
        {
            return false;
        }

        _promised = null;
        Place(group, host, pending);
        PlaceAll(pending, preferred: true);
        return true;
    }

    private bool FreeCapacity(List<Group> pending)
    {
        var waiting = pending.SelectMany(item => item.Machines).Select(machine => machine.Id).ToHashSet();
        var able = new Dictionary<string, List<(VirtualMachineFacts Machine, Demand Demand)>>();
        return pending.ToList().Exists(group => FreeCapacity(group, AbleOn));

        // The same for each group until somebody moves.
        List<(VirtualMachineFacts Machine, Demand Demand)> AbleOn(HostFacts host)
        {
            if (!able.TryGetValue(host.Id, out var known))
            {
                able[host.Id] = known = Able(host, waiting);
            }

            return known;
        }
    }

    private List<(VirtualMachineFacts Machine, Demand Demand)> Able(HostFacts host, HashSet<string> waiting) =>
    [
        .. _state.On(host.Id)
            .Where(machine => !_moved.Contains(machine.Id)
                && !waiting.Contains(machine.Id)
                && _center.Unmovable(machine) is null
                && _state.IdsWith(machine).Count == 1
                && Alternatives(machine, host).Any())
            .Select(machine => (Machine: machine, Demand: _center.GetDemand(machine)))
            .OrderBy(guest => guest.Demand.Memory)
            .ThenBy(guest => guest.Machine.Id, StringComparer.Ordinal),
    ];

    private bool FreeCapacity(Group group, Func<HostFacts, List<(VirtualMachineFacts Machine, Demand Demand)>> ableOn)
    {
        foreach (var host in group.Hosts.Where(host => _state.IsApart(group.Machines, host.Id)))
        {
            var (room, demand) = (_state.Room(host), _state.DemandOn(group.Machines, host));
            var lack = new Demand(Math.Max(0, demand.Memory - room.Memory), Math.Max(0, demand.Cpu - room.Cpu));
            var able = ableOn(host);
            var chosen = able.Find(guest => Covers(guest.Demand, lack)).Machine is { } one ? [one] : Enough(able, lack);
            if (chosen.Count == 0 || chosen.Count > _settings.WaveSize || !TryRelocate(chosen, host))
            {
                continue;
            }

            _promised = (group, host);
            return true;
        }

        return false;
    }

    private IEnumerable<HostFacts> Alternatives(VirtualMachineFacts machine, HostFacts host) => _state.Hosts.Where(other =>
        other.Id != host.Id
            && _state.HasRoom(machine, other)
            && _center.IsOpen(machine, other)
            && _center.IsNoSlower(machine, other)
            && _center.On(machine, other) <= _center.Now(machine)
            && _state.IsApart([machine], other.Id));

    private static bool Covers(Demand demand, Demand lack) => demand.Memory >= lack.Memory && demand.Cpu >= lack.Cpu;

    private static List<VirtualMachineFacts> Enough(List<(VirtualMachineFacts Machine, Demand Demand)> able, Demand lack)
    {
        var chosen = able.TakeLast(MaxForRoom).Reverse().ToList();
        for (var count = 2; count <= chosen.Count; count++)
        {
            if (Covers(chosen.Take(count).Aggregate(default(Demand), (sum, guest) => sum + guest.Demand), lack))
            {
                return [.. chosen[..count].Select(guest => guest.Machine)];
            }
        }

        return [];
    }

    private bool TryRelocate(List<VirtualMachineFacts> machines, HostFacts host)
    {
        var moves = new List<PlannedMove>();
        foreach (var machine in machines)
        {
            if (Alternatives(machine, host).MinBy(other => (_state.Burden([machine], other), other.Name)) is not { } to)
            {
                machines.Take(moves.Count).ToList().ForEach(_state.Undo);
                return false;
            }

            moves.Add(_state.Move(machine, to, wave: 0, MoveReason.MakeRoom));
        }

        _wave.AddRange(moves);
        _moved.UnionWith(machines.Select(machine => machine.Id));
        return true;
    }

    private sealed record Group(List<VirtualMachineFacts> Machines, List<HostFacts> Hosts, double Size);
}
