namespace TimerProbe.Core.Placement;

/// <summary>How much of the hosts of a vCenter was read, by everything that names one.</summary>
public sealed record HostView
{
    /// <summary>Whether no host of the vCenter is known to be missing.</summary>
    public bool IsWhole { get; init; } = true;

    /// <summary>The clusters, by their managed object ids, of which a host is missing, or which did not tell their hosts.</summary>
    public IReadOnlySet<string> PartialClusters { get; init; } = new HashSet<string>(StringComparer.Ordinal);

    /// <summary>What was read of a vCenter, or of a single host, which knows of no other that a machine may have come from.</summary>
    /// <param name="isVirtualCenter">Whether it is a vCenter.</param>
    /// <param name="isComplete">Whether the account sees the root of the inventory, and nothing was cut off.</param>
    /// <param name="hosts">The hosts that were read, with the clusters they are in; null outside of any.</param>
    /// <param name="members">The hosts of each cluster that was read, as it tells them.</param>
    /// <param name="named">The hosts that machines and events name.</param>
    public static HostView Of(
        bool isVirtualCenter,
        bool isComplete,
        IReadOnlyDictionary<string, string?> hosts,
        IEnumerable<(string Cluster, IReadOnlyList<string> Hosts)> members,
        IEnumerable<string> named)
    {
        var whole = members.Where(cluster => isComplete && cluster.Hosts.Count > 0 && cluster.Hosts.All(hosts.ContainsKey))
            .Select(cluster => cluster.Cluster)
            .ToHashSet(StringComparer.Ordinal);
        var partial = hosts.Values.OfType<string>().Where(cluster => !whole.Contains(cluster)).ToHashSet(StringComparer.Ordinal);
        return new HostView
        {
            IsWhole = isVirtualCenter && isComplete && partial.Count == 0 && named.All(hosts.ContainsKey),
            PartialClusters = partial,
        };
    }
}
