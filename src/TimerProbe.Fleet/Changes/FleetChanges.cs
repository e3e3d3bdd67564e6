namespace TimerProbe.Fleet.Changes;

/// <summary>Tells what changed in a vCenter between two looks at it.</summary>
public static class FleetChanges
{
    /// <summary>
    /// The changes, hosts first, in the order of names. Nothing is gone unless <paramref name="later"/> saw everything, and nothing is
    /// new unless <paramref name="earlier"/> had.
    /// </summary>
    /// <param name="earlier">What was known; null before the first look, which changes nothing.</param>
    /// <param name="later">What is seen now.</param>
    public static IReadOnlyList<FleetChange> Between(VCenterState? earlier, VCenterState later)
    {
        if (earlier is null)
        {
            return [];
        }

        var hosts = new HostChanges(later.Server, later.At);
        var machines = new MachineChanges(later.Server, earlier.At, later.At, later.Hosts.Values.ToLookup(host => (host.Cluster, (string?)host.Name), host => host.Id));
        return
        [
            .. Pairs(earlier.Hosts, later.Hosts, earlier.IsFull, later.IsFull).SelectMany(pair => hosts.Between(pair.Earlier, pair.Later)),
            .. Pairs(earlier.Machines, later.Machines, earlier.IsFull, later.IsFull).SelectMany(pair => machines.Between(pair.Earlier, pair.Later)),
        ];
    }

    private static IEnumerable<(T? Earlier, T? Later)> Pairs<T>(
        IReadOnlyDictionary<string, T> earlier, IReadOnlyDictionary<string, T> later, bool wasFull, bool isFull)
        where T : class
    {
        foreach (var (id, now) in later.OrderBy(each => each.Key, StringComparer.Ordinal))
        {
            if (earlier.TryGetValue(id, out var before) || wasFull)
            {
                yield return (before, now);
            }
        }

        if (!isFull)
        {
            yield break;
        }

        foreach (var (id, before) in earlier.OrderBy(each => each.Key, StringComparer.Ordinal))
        {
            if (!later.ContainsKey(id))
            {
                yield return (before, null);
            }
        }
    }
}
