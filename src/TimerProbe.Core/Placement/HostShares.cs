using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// What a report sends to the hosts of one cluster. The next machine goes where the least was sent for the free CPU and memory
/// there is, the scarcer of the two (Adams' method of apportionment), so that no host that is chosen has more than its share of all
/// that is sent, rounded up. A host that has no room left for a machine's memory comes last.
/// </summary>
internal sealed class HostShares
{
    private readonly Free _cpu;
    private readonly Free _memory;
    private readonly Dictionary<string, int> _sent = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _sentMemory = new(StringComparer.Ordinal);

    public HostShares(IEnumerable<HostFacts> hosts)
    {
        var named = hosts.DistinctBy(host => host.Name, StringComparer.Ordinal).ToList();
        _cpu = new Free(named, host => host.CpuCapacityHz?.Hertz, host => host.CpuUsageHz?.Hertz);
        _memory = new Free(named, host => host.MemoryBytes, host => host.MemoryUsageBytes);
    }

    public string Send(string host, VirtualMachineFacts machine)
    {
        _sent[host] = _sent.GetValueOrDefault(host) + 1;
        _sentMemory[host] = _sentMemory.GetValueOrDefault(host) + (machine.MemoryBytes ?? 0);
        return host;
    }

    /// <summary>Whether the memory of these machines is free there, beside what was sent; so it is where memory is not told.</summary>
    public bool HasRoom(string host, params IEnumerable<VirtualMachineFacts> machines) =>
        _memory.Of(host) is not { } free
            || machines.Sum(machine => (double)(machine.MemoryBytes ?? 0)) <= free - _sentMemory.GetValueOrDefault(host);

    /// <summary>
    /// Sends one more to the least burdened; of equal ones to the first by name. Memory that is not free is
    /// shared: where none has room, the host it was powered on at is as good as any.
    /// </summary>
    /// <param name="hosts">The names of those it may go to; at least one.</param>
    /// <param name="machine">The machine.</param>
    public string SendToOneOf(IReadOnlyList<string> hosts, VirtualMachineFacts machine) => Send(
        machine.HomeHost is { } home && hosts.Contains(home, StringComparer.Ordinal) && !hosts.Any(host => HasRoom(host, machine))
            ? home
            : hosts.MinBy(
                host =>
                    (Burden: HasRoom(host, machine)
                        ? Burden(host)
                        : double.PositiveInfinity, Sent: _sent.GetValueOrDefault(host), Name: host), ByBurden)!,
        machine);

    private static readonly Comparer<(double Burden, int Sent, string Name)> ByBurden =
        Comparer<(double Burden, int Sent, string Name)>.Create((one, other) =>
            one.Burden.CompareTo(other.Burden) is var burden and not 0 ? burden
            : one.Sent.CompareTo(other.Sent) is var sent and not 0 ? sent
            : string.CompareOrdinal(one.Name, other.Name));

    private double Burden(string host) =>
        Math.Max(_cpu.Burden(host, _sent.GetValueOrDefault(host)), _memory.Burden(host, _sent.GetValueOrDefault(host)));

    private sealed class Free
    {
        private readonly Dictionary<string, double> _of;
        private readonly double _usual;

        public Free(IEnumerable<HostFacts> hosts, Func<HostFacts, long?> capacity, Func<HostFacts, long?> usage)
        {
            _of = hosts.Where(host => capacity(host) is not null && usage(host) is not null)
                .ToDictionary(host => host.Name, host => Math.Max(0.0, capacity(host)!.Value - usage(host)!.Value), StringComparer.Ordinal);
            _usual = _of.Count > 0 && _of.Values.Average() is var average and > 0 ? average : 1;
        }

        /// <summary>How much; null where the host does not tell.</summary>
        public double? Of(string host) => _of.TryGetValue(host, out var free) ? free : null;

        /// <summary>
        /// What no host tells burdens none. A host that does not tell it counts as the average one; one without anything free comes last.
        /// </summary>
        public double Burden(string host, int sent) => _of.Count == 0 ? 0
            : (Of(host) ?? _usual) is var left and > 0 ? sent * _usual / left : double.PositiveInfinity;
    }
}
