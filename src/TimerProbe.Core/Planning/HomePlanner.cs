namespace TimerProbe.Core.Planning;

/// <summary>Brings slow machines to fast hosts, smallest first, each moved at most once; machines as fast elsewhere make room.</summary>
internal sealed class HomePlanner
{
    private const int MaxForRoom = 4;

    private readonly PlannedCenter _center;
    private readonly PlanSettings _settings;
    private readonly ClusterState _state;
    private readonly HashSet<string> _moved = [];
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
        var now = centers.SelectMany(center => Running(center, only).Select(machine => (Center: center, Machine: machine)))
            .ToLookup(item => item.Center.Now(item.Machine));
        var (slowNow, unknownNow) = (now[PlannedClock.Slow].ToList(), now[PlannedClock.Unknown].ToList());
        return empty with
        {
            Moves = moves,
            Home = new HomePlan(slowNow.Count, unknownNow.Count, moves.Count(BringsHome), waves.Count, remaining,
                MaintenanceWindow.From(remaining))
            {
                MeasuredSlow = slowNow.Count(item => item.Machine.Guest?.State == ClockState.Slow),
            },
            Measurements = PlannedCenter.SelectMeasurements(unknownNow.Select(item => (item.Center, item.Machine, 1))),
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

    private static void Merge(List<List<PlannedMove>> all, List<List<PlannedMove>> cluster, int size)
    {
        var at = 0;
        foreach (var wave in cluster)
        {
            at = all.FindIndex(at, other => other.Count + wave.Count <= size) is >= 0 and var free ? free : all.Count;
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
            if (group is not null)
            {
                pending.Add(group);
                seen.UnionWith(group.Machines.Select(item => item.Id));
            }
            else
            {
                obstacles[machine.Id] = obstacle;
            }
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
        foreach (var group in pending.ToList().Where(group => _wave.Count == 0 || _wave.Count + group.Machines.Count <= _settings.WaveSize))
        {
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
            if (to is not null)
            {
                Place(group, to, pending);
                placed = true;
            }
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
        // The same for each group until somebody moves.
        var able = _state.Hosts.ToDictionary(host => host.Id, host => new Lazy<List<VirtualMachineFacts>>(() => GetAble(host, waiting)));
        return pending.ToList().Exists(group => FreeCapacity(group, host => able[host.Id].Value));
    }

    private List<VirtualMachineFacts> GetAble(HostFacts host, HashSet<string> waiting) =>
    [
        .. _state.On(host.Id)
            .Where(machine => !_moved.Contains(machine.Id)
                && !waiting.Contains(machine.Id)
                && _center.Unmovable(machine) is null
                && _state.IdsWith(machine).Count == 1
                && Alternatives(machine, host).Any())
            .OrderBy(machine => _center.GetDemand(machine).Memory)
            .ThenBy(machine => machine.Id, StringComparer.Ordinal),
    ];

    private bool FreeCapacity(Group group, Func<HostFacts, List<VirtualMachineFacts>> ableOn)
    {
        foreach (var host in group.Hosts.Where(host => _state.IsApart(group.Machines, host.Id)))
        {
            var (room, demand) = (_state.Room(host), _state.DemandOn(group.Machines, host));
            var lack = new Demand(Math.Max(0, demand.Memory - room.Memory), Math.Max(0, demand.Cpu - room.Cpu));
            var able = ableOn(host);
            var chosen = able.Find(machine => lack.FitsInto(_center.GetDemand(machine))) is { } one ? [one] : GetEnough(able, lack);
            if (chosen.Count > 0 && chosen.Count <= _settings.WaveSize && TryRelocate(chosen, host))
            {
                _promised = (group, host);
                return true;
            }
        }

        return false;
    }

    private IEnumerable<HostFacts> Alternatives(VirtualMachineFacts machine, HostFacts host) => _state.Hosts.Where(other =>
        other.Id != host.Id
            && _state.HasRoom([machine], other)
            && _center.IsOpen(machine, other)
            && _center.IsNoSlower(machine, other)
            && _center.On(machine, other) <= _center.Now(machine)
            && _state.IsApart([machine], other.Id));

    private List<VirtualMachineFacts> GetEnough(List<VirtualMachineFacts> able, Demand lack)
    {
        var largest = able.TakeLast(MaxForRoom).Reverse().ToList();
        var count = Enumerable.Range(2, Math.Max(0, largest.Count - 1)).FirstOrDefault(count => lack.FitsInto(
            largest.Take(count).Aggregate(default(Demand), (sum, machine) => sum + _center.GetDemand(machine))));
        return largest[..count];
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
