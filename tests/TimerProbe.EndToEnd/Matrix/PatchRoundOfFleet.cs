namespace TimerProbe.EndToEnd.Matrix;

internal enum RoundWay
{
    /// <summary>Hosts in the order of their names, emptied by DRS.</summary>
    Free,

    /// <summary>Hosts in the order of the plan, each emptied by the moves of plan evacuate; what has none, by DRS, and it returns.</summary>
    Evacuate,

    /// <summary>The same, with the moves of plan home before the first host.</summary>
    Home,

    /// <summary>The same, with the groups and rules of plan rules, which DRS keeps.</summary>
    Rules,
}

/// <summary>
/// A patch round of a fleet that has lived a year, hour by hour from its last day on: every host is restarted within four days, as in that
/// year, while DRS moves each machine every two weeks and machines are powered off and on as often as before. Each way of doing it has the
/// same of both. A host has 384 GiB and a machine 4 GiB a processor, of which 70 % are used.
/// </summary>
internal sealed class PatchRoundOfFleet
{
    private const int Hours = 5 * 24;
    private const int RoundHours = 4 * 24;
    private const int FirstHour = 10;
    private const double MovesAYear = 26;
    private const double CyclesAYear = 3.6;
    private const long Gibibyte = 1L << 30;

    private static readonly FrequencyRules Compare = new(FrequencyRules.DefaultTolerance);
    private static readonly DateTimeOffset Start = new(2026, 1, 15, 10, 0, 0, TimeSpan.Zero);

    private readonly ScannedFleet _fleet;
    private readonly RoundWay _way;
    private readonly Dictionary<string, HostFacts> _hosts;
    private readonly Dictionary<string, VirtualMachineFacts> _machines;
    private readonly SortedDictionary<string, string> _at = new(StringComparer.Ordinal);
    private readonly Dictionary<string, long> _trueHome = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (string Host, Frequency Hz)> _poweredOn = new(StringComparer.Ordinal);
    private readonly HashSet<string> _closed;
    private readonly Dictionary<string, IReadOnlyList<string>> _rules = new(StringComparer.Ordinal);

    public PatchRoundOfFleet(ScannedFleet fleet, RoundWay way)
    {
        (_fleet, _way) = (fleet, way);
        _hosts = fleet.Center.Hosts.Where(host => host.ClusterId is not null).ToDictionary(host => host.Id);
        _machines = fleet.Center.VirtualMachines.ToDictionary(machine => machine.Id);
        _closed = _hosts.Values.Where(host => !host.TakesMachines).Select(host => host.Id).ToHashSet();
        foreach (var label in fleet.Labels.Where(label => label.HomeHz is > 0))
        {
            if (_machines.GetValueOrDefault(label.Id)?.HostId is { } host && _hosts.ContainsKey(host))
            {
                _at[label.Id] = host;
                _trueHome[label.Id] = label.HomeHz!.Value;
            }
        }

        Run();
    }

    public int Machines => _at.Count;

    public int SlowAtFirst { get; private set; }

    public int SlowAtLast { get; private set; }

    public int SlowHours { get; private set; }

    /// <summary>Moves of the plan that made a machine slow whose home the scan knew, or did not know.</summary>
    public int MadeSlow { get; private set; }

    /// <summary>Moves of the plan that made a machine slow whose home the scan had wrong.</summary>
    public int Misled { get; private set; }

    private void Run()
    {
        SlowAtFirst = Slow();
        var random = new Random(_fleet.Seed);
        var events = Enumerable.Range(0, Hours)
            .Select(_ => _at.Keys.Select(machine => (Machine: machine, Kind: random.NextDouble() * 365 * 24,
                Place: random.NextDouble())).Where(item => item.Kind < MovesAYear + CyclesAYear).ToList())
            .ToList();
        if (_way >= RoundWay.Home)
        {
            Carry(Planner().Home().Moves);
        }

        foreach (var rule in _way == RoundWay.Rules ? Planner().Rules().Rules!.SelectMany(cluster => cluster.Rules) : [])
        {
            rule.Machines.ToList().ForEach(machine => _rules[machine.Id] = rule.Class.Hosts);
        }

        var due = Schedule();
        var back = new List<(string Host, List<string> Guests)>();
        for (var hour = 0; hour < Hours; hour++)
        {
            back.ForEach(Open);
            back.Clear();
            events[hour].ForEach(item => Happen(item.Machine, item.Kind < CyclesAYear, item.Place));
            back.AddRange(due[hour].Where(host => !_closed.Contains(host)).ToList()
                .Select(host => (Host: host, Guests: Empty(host)))
                .Where(item => item.Guests is not null)
                .Select(item => (item.Host, item.Guests!)));

            SlowAtLast = Slow();
            SlowHours += SlowAtLast;
        }
    }

    /// <summary>Where nobody knows whether a host scales the TSC, it does.</summary>
    private bool IsSlow(string machine, string host) =>
        _hosts[host].TscScaling == TscScaling.No && !Compare.IsHarmless(_hosts[host].Hz!.Value, new Frequency(_trueHome[machine]));

    private int Slow() => _at.Count(item => IsSlow(item.Key, item.Value));

    private ILookup<int, string> Schedule() => _hosts.Values.GroupBy(host => host.ClusterId!).SelectMany(cluster =>
    {
        var names = cluster.Where(host => !_closed.Contains(host.Id)).OrderBy(host => host.Name, StringComparer.Ordinal).ToList();
        List<string> order = _way == RoundWay.Free || names.Count < 2
            ? [.. names.Select(host => host.Id)]
            : [.. Planner().Evacuate([names[0].Name]).Evacuation!.Rounds[0].Steps.Select(step => step.HostId).Where(id => !_closed.Contains(id))];
        return order.Select((host, index) => (Hour: FirstHour + (RoundHours * index / order.Count), Host: host));
    }).ToLookup(item => item.Hour, item => item.Host);

    /// <summary>DRS or a person who restarts it puts a machine on another host, whichever.</summary>
    private void Happen(string machine, bool isPowerCycle, double place)
    {
        var open = OpenTo(machine);
        if (open.Count == 0)
        {
            return;
        }

        _at[machine] = open[(int)(place * open.Count)];
        if (isPowerCycle)
        {
            var host = _hosts[_at[machine]];
            _trueHome[machine] = host.Hz!.Value.Hertz;
            _poweredOn[machine] = (host.Name, host.Hz.Value);
        }
    }

    /// <summary>The other hosts of its cluster that take machines; those of its rule, where one of them does.</summary>
    private List<string> OpenTo(string machine)
    {
        var from = _hosts[_at[machine]];
        var open = _hosts.Values.Where(host => host.ClusterId == from.ClusterId && host.Id != from.Id && !_closed.Contains(host.Id))
            .OrderBy(host => host.Id, StringComparer.Ordinal).ToList();
        var kept = _rules.GetValueOrDefault(machine) is { } hosts ? open.Where(host => hosts.Contains(host.Name)).ToList() : [];
        return [.. (kept.Count > 0 ? kept : open).Select(host => host.Id)];
    }

    /// <summary>Empties a host and closes it; gives the machines that are to return, or null where it cannot be emptied.</summary>
    private List<string>? Empty(string host)
    {
        if (_way != RoundWay.Free)
        {
            Carry(Planner().Evacuate([_hosts[host].Name]).Moves);
        }

        var (rest, guests) = (On(host), new List<string>());
        foreach (var machine in rest)
        {
            var open = OpenTo(machine);
            if (open.Count == 0)
            {
                return null;
            }

            _at[machine] = open.MinBy(other => (On(other).Sum(MemoryOf), other))!;
            if (_way != RoundWay.Free && !IsSlow(machine, host) && IsSlow(machine, _at[machine]))
            {
                guests.Add(machine);
            }
        }

        _closed.Add(host);
        return guests;
    }

    private void Open((string Host, List<string> Guests) patched)
    {
        _closed.Remove(patched.Host);
        patched.Guests.Where(machine => IsSlow(machine, _at[machine])).ToList().ForEach(machine => _at[machine] = patched.Host);
    }

    private void Carry(IEnumerable<PlannedMove> moves)
    {
        foreach (var move in moves.OrderBy(move => move.Wave))
        {
            if (!IsSlow(move.MachineId, move.FromId) && IsSlow(move.MachineId, move.ToId))
            {
                var known = _poweredOn.TryGetValue(move.MachineId, out var power) ? power.Hz : _machines[move.MachineId].HomeHz;
                var isWrong = known is { } home && !Compare.IsHarmless(home, new Frequency(_trueHome[move.MachineId]));
                (MadeSlow, Misled) = isWrong ? (MadeSlow, Misled + 1) : (MadeSlow + 1, Misled);
            }

            _at[move.MachineId] = move.ToId;
        }
    }

    private List<string> On(string host) => [.. _at.Where(item => item.Value == host).Select(item => item.Key)];

    private long MemoryOf(string machine) => (_machines[machine].ProcessorCount ?? 1) * 4 * Gibibyte;

    /// <summary>A plan by what a scan would find now: homes as the first scan knew them, or by a power-on since.</summary>
    private Planner Planner()
    {
        var memory = _at.GroupBy(item => item.Value).ToDictionary(same => same.Key, same => same.Sum(item => MemoryOf(item.Key)));
        var center = _fleet.Center with
        {
            Hosts =
            [
                .. _hosts.Values.Select(host => host with
                {
                    InMaintenanceMode = _closed.Contains(host.Id),
                    MemoryBytes = 384 * Gibibyte,
                    MemoryUsageBytes = memory.GetValueOrDefault(host.Id) * 7 / 10,
                    CpuCapacityHz = null,
                    CpuUsageHz = null,
                }),
            ],
            VirtualMachines = [.. _at.Select(item => Now(_machines[item.Key], _hosts[item.Value]))],
        };
        var scan = new ScanDocument
        {
            Id = Guid.Empty,
            Tool = new ToolInfo("1.0.0"),
            StartedAt = Start,
            TolerancePpm = FrequencyRules.DefaultTolerance,
            VCenters = [center],
            Findings = new List<Finding>(),
            Timing = new ScanTiming(0, 0, []),
        };
        return new Planner([scan], new PlanSettings(), new ToolInfo("1.0.0"), Start, Guid.Empty);
    }

    private VirtualMachineFacts Now(VirtualMachineFacts machine, HostFacts host)
    {
        var (homeHost, homeHz) = _poweredOn.TryGetValue(machine.Id, out var power) ? (power.Host, power.Hz) : (machine.HomeHost, machine.HomeHz);
        return machine with
        {
            Host = host.Name,
            HostId = host.Id,
            HostHz = host.Hz,
            HomeHost = homeHost,
            HomeHz = homeHz,
            Placement = homeHz is not { } home ? Placement.Unknown : Compare.IsHarmless(host.Hz!.Value, home) ? Placement.Home : Placement.Away,
            Destination = null,
            MemoryBytes = MemoryOf(machine.Id),
        };
    }
}
