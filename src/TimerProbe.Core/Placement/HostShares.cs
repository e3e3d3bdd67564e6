using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// What a report sends to the hosts of one cluster. The next machine goes where the least was sent for the free CPU and memory there is, the
/// scarcer of the two (Adams' method of apportionment), so that no host that is chosen has more than its share of all that is sent, rounded up. A
/// host that has no room left for a machine's memory comes last.
/// </summary>
internal sealed class HostShares
{
    private readonly Dictionary<string, double> _freeCpu;
    private readonly Dictionary<string, double> _freeMemory;
    private readonly Dictionary<string, int> _sent = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _sentMemory = new(StringComparer.Ordinal);

    public HostShares(IEnumerable<HostFacts> hosts)
    {
        var named = hosts.DistinctBy(host => host.Name, StringComparer.Ordinal).ToList();
        _freeCpu = FreeOf(named, host => host.CpuCapacityHz?.Hertz, host => host.CpuUsageHz?.Hertz);
        _freeMemory = FreeOf(named, host => host.MemoryBytes, host => host.MemoryUsageBytes);
    }

    public string Send(string host, VirtualMachineFacts machine)
    {
        _sent[host] = _sent.GetValueOrDefault(host) + 1;
        _sentMemory[host] = _sentMemory.GetValueOrDefault(host) + (machine.MemoryBytes ?? 0);
        return host;
    }

    /// <summary>Whether the memory of these machines is free there, beside what was sent; so it is where memory is not told.</summary>
    public bool HasRoom(string host, params IEnumerable<VirtualMachineFacts> machines) =>
        !_freeMemory.TryGetValue(host, out var free) || machines.Sum(machine => (double)(machine.MemoryBytes ?? 0)) <= free - _sentMemory.GetValueOrDefault(host);

    /// <summary>Sends one more to the least burdened; of equal ones to the first by name.</summary>
    /// <param name="hosts">The names of those it may go to; at least one.</param>
    /// <param name="machine">The machine.</param>
    public string SendToOneOf(IReadOnlyList<string> hosts, VirtualMachineFacts machine) =>
        Send(hosts.MinBy(host => (Burden: HasRoom(host, machine) ? Burden(host) : double.PositiveInfinity, Sent: _sent.GetValueOrDefault(host), Name: host), ByBurden)!, machine);

    private static readonly Comparer<(double Burden, int Sent, string Name)> ByBurden = Comparer<(double Burden, int Sent, string Name)>.Create((one, other) =>
        one.Burden.CompareTo(other.Burden) is var burden and not 0 ? burden
        : one.Sent.CompareTo(other.Sent) is var sent and not 0 ? sent
        : string.CompareOrdinal(one.Name, other.Name));

    private static Dictionary<string, double> FreeOf(IReadOnlyList<HostFacts> hosts, Func<HostFacts, long?> capacity, Func<HostFacts, long?> usage) =>
        hosts.Where(host => capacity(host) is not null && usage(host) is not null)
            .ToDictionary(host => host.Name, host => Math.Max(0.0, capacity(host)!.Value - usage(host)!.Value), StringComparer.Ordinal);

    private double Burden(string host) => Math.Max(Burden(host, _freeCpu), Burden(host, _freeMemory));

    /// <summary>What no host tells burdens none. A host that does not tell it counts as the average one; one without anything free comes last.</summary>
    private double Burden(string host, Dictionary<string, double> free)
    {
        if (free.Count == 0)
        {
            return 0;
        }

        var usual = free.Values.Average() is var average and > 0 ? average : 1;
        return free.GetValueOrDefault(host, usual) is var left and > 0 ? _sent.GetValueOrDefault(host) * usual / left : double.PositiveInfinity;
    }
}
