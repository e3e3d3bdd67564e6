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
    public override string ToString() =>
        QueryString.Create(
            new Dictionary<string, string?>(
                StringComparer.Ordinal)
            { ["name"] = Name, ["vcenter"] = VCenter }.Where(pair => pair.Value is not null)).Value ?? "";

    /// <summary>What it leaves of some clusters.</summary>
    public IReadOnlyList<ClusterView> Apply(IReadOnlyList<ClusterView> clusters) =>
        [.. clusters.Where(cluster =>
            (Name is null || string.Equals(cluster.Name, Name, StringComparison.OrdinalIgnoreCase))
                && (VCenter is null || string.Equals(cluster.VCenter, VCenter, StringComparison.OrdinalIgnoreCase)))];
}
