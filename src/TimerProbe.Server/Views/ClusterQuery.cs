using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>Which clusters.</summary>
/// <param name="Name">The cluster; null for all.</param>
/// <param name="VCenter">The vCenter; null for all.</param>
public sealed record ClusterQuery(string? Name, string? VCenter)
{
    /// <summary>The query of an address.</summary>
    public static ClusterQuery Parse(IQueryCollection query) =>
        new(query["name"] is [{ Length: > 0 } name, ..] ? name : null, query["vcenter"] is [{ Length: > 0 } vcenter, ..] ? vcenter : null);

    /// <summary>The query as the end of an address, with its question mark; empty for none.</summary>
    public override string ToString()
    {
        var pairs = new Dictionary<string, string?>(StringComparer.Ordinal) { ["name"] = Name, ["vcenter"] = VCenter };
        return QueryString.Create(pairs.Where(pair => pair.Value is not null)).Value ?? "";
    }

    /// <summary>The clusters that it asks for.</summary>
    public IReadOnlyList<ClusterRow> Apply(IReadOnlyList<ClusterRow> clusters) =>
    [
        .. clusters.Where(cluster =>
            (Name is null || string.Equals(cluster.Name, Name, StringComparison.OrdinalIgnoreCase))
            && (VCenter is null || string.Equals(cluster.VCenter.Server, VCenter, StringComparison.OrdinalIgnoreCase))),
    ];
}
