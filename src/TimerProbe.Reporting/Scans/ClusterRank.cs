namespace TimerProbe.Reporting.Scans;

/// <summary>What the order of clusters is made of.</summary>
/// <param name="Counts">Its machines.</param>
/// <param name="Classes">How many frequencies its hosts have; 0 for the hosts outside of any.</param>
/// <param name="Name">What it is called.</param>
public readonly record struct ClusterRank(MachineCounts Counts, int Classes, string Name)
{
    /// <summary>The one order of clusters: the worst first; at the end of each rank by name.</summary>
    public static IReadOnlyList<T> InOrder<T>(IEnumerable<T> clusters, Func<T, ClusterRank> rank) =>
        [.. clusters.OrderByDescending(cluster => rank(cluster).Counts.Slow)
            .ThenByDescending(cluster => rank(cluster).Counts.Away)
            .ThenByDescending(cluster => rank(cluster).Classes)
            .ThenByDescending(cluster => rank(cluster).Counts.Unknown)
            .ThenBy(cluster => rank(cluster).Name, StringComparer.Ordinal)];
}
