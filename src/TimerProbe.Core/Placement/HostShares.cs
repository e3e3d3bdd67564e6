namespace TimerProbe.Core.Placement;

/// <summary>
/// What a report sends to the hosts of one cluster. The next machine goes where the least was sent for the free CPU and memory
/// there is, the scarcer of the two (Adams' method of apportionment), so that no host that is chosen has more than its share of
/// all that is sent, rounded up. A host that has no room left for a machine's memory comes last.
/// </summary>
internal sealed class HostShares
{
    private readonly Free _cpu;
    private readonly Free _memory;
    private readonly Dictionary<string, int> _sent = [];
    private readonly Dictionary<string, double> _sentMemory = [];

    public HostShares(IEnumerable<HostFacts> hosts)
    {
        var named = hosts.DistinctBy(host => host.Name).ToList();
        _cpu = new Free(named, host => host.CpuCapacityHz?.Hertz, host => host.CpuUsageHz?.Hertz);
        _memory = new Free(named, host => host.MemoryBytes, host => host.MemoryUsageBytes);
    }

    public string Send(string host, IReadOnlyCollection<VirtualMachineFacts> machines)
    {
        _sent[host] = _sent.GetValueOrDefault(host) + machines.Count;
        _sentMemory[host] = _sentMemory.GetValueOrDefault(host) + machines.Sum(machine => (double)(machine.MemoryBytes ?? 0));
        return host;
    }

    public bool HasRoom(string host, IEnumerable<VirtualMachineFacts> machines) =>
        _memory.Of(host) is not { } free
            || machines.Sum(machine => (double)(machine.MemoryBytes ?? 0)) <= free - _sentMemory.GetValueOrDefault(host);

    public string FindOneForAll(IReadOnlyList<string> hosts, IReadOnlyList<VirtualMachineFacts> together)
    {
        if (together[0].HomeHost is { } home && hosts.Contains(home) && !hosts.Any(host => HasRoom(host, together)))
        {
            return Send(home, together);
        }

        var least = hosts.OrderBy(host => HasRoom(host, together) ? Burden(host) : double.PositiveInfinity)
            .ThenBy(host => _sent.GetValueOrDefault(host))
            .ThenBy(host => host, StringComparer.Ordinal)
            .First();
        return Send(least, together);
    }

    private double Burden(string host)
    {
        var sent = _sent.GetValueOrDefault(host);
        return Math.Max(_cpu.Burden(host, sent), _memory.Burden(host, sent));
    }

    private sealed class Free
    {
        private readonly Dictionary<string, double> _of;
        private readonly double _usual;

        public Free(IEnumerable<HostFacts> hosts, Func<HostFacts, long?> capacity, Func<HostFacts, long?> usage)
        {
            _of = hosts.Where(host => capacity(host) is not null && usage(host) is not null)
                .ToDictionary(host => host.Name, host => Math.Max(0.0, capacity(host)!.Value - usage(host)!.Value));
            _usual = _of.Count > 0 && _of.Values.Average() is var average and > 0 ? average : 1;
        }

        /// <summary>How much; null where the host does not report it.</summary>
        public double? Of(string host) => _of.TryGetValue(host, out var free) ? free : null;

        public double Burden(string host, int sent) =>
            _of.Count == 0 ? 0
            : (Of(host) ?? _usual) is var left and > 0 ? sent * _usual / left
            : double.PositiveInfinity;
    }
}
