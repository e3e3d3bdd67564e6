namespace TimerProbe.Core.Planning;

/// <summary>
/// The order in which the connected hosts of a cluster are patched: class after class, within one the emptiest host first and
/// then each into those patched before, so that a machine moves within its class and, as far as may be, once. One that finds no
/// such host leaves for the time of the patch and returns.
/// </summary>
internal sealed class PatchOrder
{
    private readonly PlannedCenter _center;
    private readonly ClusterState _state;
    private readonly PlanSettings _settings;
    private readonly HashSet<string> _patched = [];
    private readonly HashSet<string> _everSlow = [];
    private readonly int _slowBefore;
    private int _wave;
    private int _inWave;

    private PatchOrder(PlannedCenter center, string cluster, PlanSettings settings)
    {
        _center = center;
        _settings = settings;
        _state = new ClusterState(center, cluster, settings.FillPercent);
        _everSlow.UnionWith(_state.Hosts.SelectMany(host => center.RunningOn[host.Id])
            .Where(machine => PlannedCenter.IsPlanned(machine) && center.Now(machine) == PlannedClock.Slow)
            .Select(machine => machine.Id));
        _slowBefore = _everSlow.Count;
    }

    public static PatchRound Plan(PlannedCenter center, string cluster, PlanSettings settings)
    {
        var order = new PatchOrder(center, cluster, settings);
        var steps = order._state.Hosts
            .Where(host => host.ConnectionState is null or "connected")
            .GroupBy(host => host.FrequencyClass)
            .OrderBy(same => same.Key, StringComparer.Ordinal)
            .SelectMany(same => same
                .OrderBy(host => order._state.On(host.Id).Sum(machine => center.GetDemand(machine).Memory))
                .ThenBy(host => host.Name, StringComparer.Ordinal))
            .Select(order.Step)
            .ToList();
        order.BringHome(steps);
        var name = center.Facts.Clusters.FirstOrDefault(item => item.Id == cluster)?.Name ?? order._state.Hosts[0].Cluster ?? cluster;
        var cycles = order._state.Hosts.Sum(host =>
            order._state.On(host.Id).Count(machine => PlannedCenter.IsPlanned(machine) && center.On(machine, host) == PlannedClock.Slow));
        return new PatchRound(center.Facts.Server, name, steps, order._everSlow.Count, cycles) { SlowBefore = order._slowBefore };
    }

    private void BringHome(List<PatchStep> steps)
    {
        if (steps.Count == 0)
        {
            return;
        }

        var moves = new List<PlannedMove>();
        (_wave, _inWave) = (steps[^1].Back.Select(move => move.Wave).DefaultIfEmpty().Max() + 1, 0);
        var before = -1;
        while (moves.Count > before)
        {
            before = moves.Count;
            foreach (var host in _state.Hosts)
            {
                BringHome(host, moves);
            }

            // What left makes room for others.
            _state.EndWave();
            (_wave, _inWave) = (_inWave > 0 ? _wave + 1 : _wave, 0);
        }

        steps[^1] = steps[^1] with { Back = [.. steps[^1].Back, .. moves] };
    }

    private void BringHome(HostFacts host, List<PlannedMove> moves)
    {
        foreach (var machine in _state.On(host.Id)
            .Where(machine => PlannedCenter.IsPlanned(machine) && _center.On(machine, host) == PlannedClock.Slow).ToList())
        {
            if (_state.GetHost(machine) == host.Id
                && _center.Unmovable(machine) is null
                && _state.With(machine) is { } group
                && GetTarget(group, host) is { } to
                && _center.On(machine, to) == PlannedClock.Fast
                && group.TrueForAll(item => _center.On(item, to) == PlannedClock.Fast || _state.GetHost(item) == to.Id))
            {
                Move(group, to, MoveReason.Home, moves);
            }
        }
    }

    private PatchStep Step(HostFacts host)
    {
        var (moves, back, stuck) = (new List<PlannedMove>(), new List<PlannedMove>(), new List<string>());
        var guests = new List<List<VirtualMachineFacts>>();
        var staying = new HashSet<IReadOnlyList<string>>();
        (_wave, _inWave) = (1, 0);
        foreach (var machine in _state.On(host.Id)
            .OrderByDescending(machine => _center.GetDemand(machine).Memory)
            .ThenBy(machine => machine.Id, StringComparer.Ordinal)
            .ToList())
        {
            if (!PlannedCenter.IsPlanned(machine) || _state.GetHost(machine) != host.Id)
            {
                continue;
            }

            var together = _state.IdsWith(machine);
            var group = staying.Contains(together) || _center.Unmovable(machine) is not null ? null : _state.With(machine);
            var to = group is null ? null : GetTarget(group, host);
            if (to is null)
            {
                staying.Add(together);
                stuck.Add(machine.Name);
                continue;
            }

            var slower = group!
                .Where(item => _state.GetHost(item) == host.Id
                    && (_center.On(item, to) > _center.On(item, host) || !_center.IsNoSlower(item, to)))
                .ToList();
            _everSlow.UnionWith(slower.Select(item => item.Id));
            if (slower.Count > 0 && group!.TrueForAll(item => _state.GetHost(item) == host.Id))
            {
                guests.Add(group!);
            }

            Move(group!, to, MoveReason.Evacuate, moves);
        }

        _state.EndWave();
        (_wave, _inWave) = (1, 0);
        foreach (var group in guests.Where(group =>
            group.TrueForAll(item => _center.IsOpen(item, host)) && _state.IsApart(group, host.Id) && _state.HasRoom(group, host)))
        {
            Move(group, host, MoveReason.Return, back);
        }

        _state.EndWave();
        _patched.Add(host.Id);
        return new PatchStep(host.Name, host.Id, host.FrequencyClass, moves, back, stuck);
    }

    private void Move(List<VirtualMachineFacts> group, HostFacts to, MoveReason reason, List<PlannedMove> moves)
    {
        var movers = group.Where(machine => _state.GetHost(machine) != to.Id).ToList();
        if (_inWave > 0 && _inWave + movers.Count > _settings.WaveSize)
        {
            _state.EndWave();
            (_wave, _inWave) = (_wave + 1, 0);
        }

        foreach (var machine in movers)
        {
            moves.Add(_state.Move(machine, to, _wave, reason));
            _inWave++;
            if (_center.On(machine, to) == PlannedClock.Slow)
            {
                _everSlow.Add(machine.Id);
            }
        }
    }

    private HostFacts? GetTarget(List<VirtualMachineFacts> group, HostFacts from) => _state.Hosts
        .Where(host => host.Id != from.Id
            && group.Count <= _settings.WaveSize
            && group.TrueForAll(machine => Takes(host, machine))
            && _state.IsApart(group, host.Id)
            && _state.HasRoom(group, host))
        .MinBy(host => (
            Clock: group.Sum(machine => (int)_center.On(machine, host)),
            Slower: group.Count(machine => !_center.IsNoSlower(machine, host)),
            Patched: _patched.Contains(host.Id) ? 0 : 1,
            Burden: _state.Burden(group, host),
            host.Name));

    private bool Takes(HostFacts host, VirtualMachineFacts machine) =>
        _state.GetHost(machine) == host.Id || (_center.Unmovable(machine) is null && _center.IsOpen(machine, host));
}
