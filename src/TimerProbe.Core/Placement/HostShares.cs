using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// What a report sends to the hosts of one cluster. The next machine goes where the least was sent for the free CPU there is (Adams'
/// method of apportionment), so that no host that is chosen has more than its share of all that is sent, rounded up.
/// </summary>
internal sealed class HostShares
{
    private readonly Dictionary<string, double> _free;
    private readonly Dictionary<string, int> _sent = new(StringComparer.Ordinal);
    private readonly double _usual;

    public HostShares(IEnumerable<HostFacts> hosts)
    {
        _free = hosts.Where(host => host is { CpuCapacityHz: not null, CpuUsageHz: not null })
            .DistinctBy(host => host.Name, StringComparer.Ordinal)
            .ToDictionary(host => host.Name, host => Math.Max(0.0, host.CpuCapacityHz!.Value.Hertz - host.CpuUsageHz!.Value.Hertz), StringComparer.Ordinal);
        _usual = _free.Count > 0 && _free.Values.Average() is var average and > 0 ? average : 1;
    }

    public string Send(string host)
    {
        _sent[host] = _sent.GetValueOrDefault(host) + 1;
        return host;
    }

    /// <summary>Sends one more to the least burdened; of equal ones to the first by name.</summary>
    /// <param name="hosts">The names of those it may go to; at least one.</param>
    public string SendToOneOf(IReadOnlyList<string> hosts) =>
        Send(hosts.MinBy(host => (Burden: Burden(host), Sent: _sent.GetValueOrDefault(host), Name: host), ByBurden)!);

    private static readonly Comparer<(double Burden, int Sent, string Name)> ByBurden = Comparer<(double Burden, int Sent, string Name)>.Create((one, other) =>
        one.Burden.CompareTo(other.Burden) is var burden and not 0 ? burden
        : one.Sent.CompareTo(other.Sent) is var sent and not 0 ? sent
        : string.CompareOrdinal(one.Name, other.Name));

    /// <summary>A host whose usage is not told counts as the average one; one without any free CPU comes last.</summary>
    private double Burden(string host) => _free.GetValueOrDefault(host, _usual) is var free and > 0 ? _sent.GetValueOrDefault(host) / free : double.PositiveInfinity;
}
