namespace TimerProbe.Fleet.Changes;

/// <summary>Tells what changed in a vCenter between two looks at it.</summary>
internal static class FleetChanges
{
    /// <summary>
    /// The changes, hosts first, in the order of names. Nothing is gone unless <paramref name="later"/> saw everything, and nothing
    /// is new unless <paramref name="earlier"/> had.
    /// </summary>
    /// <param name="earlier">What was known; null before the first look, which changes nothing.</param>
    public static IReadOnlyList<FleetChange> Between(VCenterState? earlier, VCenterState later)
    {
        if (earlier is null)
        {
            return [];
        }

        var hostIds = later.Hosts.Values.ToLookup(host => (host.Cluster, (string?)host.Name), host => host.Id);
        var machines = new MachineChanges(later.Server, earlier.At, later.At, hostIds, later.Scaling);
        return
        [
            .. Pairs(earlier.Hosts, later.Hosts, earlier.IsFull, later.IsFull).SelectMany(pair => OfHost(pair.Earlier, pair.Later, later)),
            .. Pairs(earlier.Machines, later.Machines, earlier.IsFull, later.IsFull)
                .SelectMany(pair => machines.Between(pair.Earlier, pair.Later)),
        ];
    }

    private static IEnumerable<(T? Earlier, T? Later)> Pairs<T>(
        IReadOnlyDictionary<string, T> earlier, IReadOnlyDictionary<string, T> later, bool wasFull, bool isFull)
        where T : class
    {
        foreach (var (id, now) in later.OrderBy(item => item.Key, StringComparer.Ordinal))
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

        foreach (var (id, before) in earlier.OrderBy(item => item.Key, StringComparer.Ordinal))
        {
            if (!later.ContainsKey(id))
            {
                yield return (before, null);
            }
        }
    }

    private static IEnumerable<FleetChange> OfHost(HostState? earlier, HostState? later, VCenterState seen)
    {
        if (earlier is null)
        {
            yield return Of(later!, seen, ChangeKind.HostAdded) with { Later = Text(later!) };
        }
        else if (later is null)
        {
            yield return Of(earlier, seen, ChangeKind.HostGone) with { Earlier = Text(earlier) };
        }
        else if (earlier.Hz is { } before
            && later.Hz is { } now
            && now.DifferenceFrom(before).Magnitude.Value > FrequencyRules.EqualLimit.Value)
        {
            yield return Of(later, seen, ChangeKind.HostFrequencyChanged) with { Earlier = Text(earlier), Later = Text(later) };
        }
    }

    private static string? Text(HostState host) => host.Hz?.Hertz.ToString();

    private static FleetChange Of(HostState host, VCenterState seen, ChangeKind kind) => new()
    {
        Kind = kind,
        At = seen.At,
        Subject = SubjectKind.Host,
        Id = host.Id,
        HostId = host.Id,
        Name = host.Name,
        Server = seen.Server,
        Cluster = host.Cluster,
    };
}
