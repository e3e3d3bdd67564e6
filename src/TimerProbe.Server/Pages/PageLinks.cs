namespace TimerProbe.Server.Pages;

internal sealed class PageLinks(MachineQuery? query = null) : FleetLinks
{
    public override PageLink Rule(string rule) => new($"/findings/{Uri.EscapeDataString(rule)}");

    public override PageLink Explanation => new("/clusters#home");

    public override PageLink? Machine(MachineRow machine) => new($"/machines/{FleetView.GetId(machine)}");

    public override PageLink Machines(Standing standing) => new("/machines" + standing switch
    {
        Standing.WrongTime => new MachineQuery { Placement = "away", Rule = "TP203" },
        Standing.Slow => new MachineQuery { Measured = "slow" },
        Standing.ExpectedSlow => new MachineQuery { Clock = "expectedSlow" },
        Standing.Open => new MachineQuery { Clock = "open" },
        Standing.Unaffected => new MachineQuery { Clock = "expectedFast,fast" },
        _ => new MachineQuery { Placement = standing.ToString().ToLowerInvariant() },
    });

    public override PageLink Machines(ClusterRow cluster, ClassRow? home, ClassRow present) => new("/machines" + new MachineQuery
    {
        Cluster = cluster.Name,
        VCenter = cluster.VCenter.Server,
        Placement = home == present ? "home" : "away",
        HostHz = Range(present),
        HomeHz = home is null || home == present ? null : Range(home),
    });

    public override PageLink Cluster(ClusterRow cluster) => new("/clusters" + new ClusterQuery(cluster.Name, cluster.VCenter.Server));

    public override PageLink Finding(Finding finding) => Rule(finding.Rule);

    public override PageLink? Sorted(string key) => GetSort(key) is { } sort && query is not null
        ? new("/machines" + (query with { Sort = query.Sort == sort ? "-" + sort : sort }))
        : null;

    public override string? GetSortOrder(string key) => GetSort(key) is not { } sort ? null
        : query?.Sort == sort ? "ascending"
        : query?.Sort == "-" + sort ? "descending"
        : null;

    private static string? GetSort(string key) => key == "since" ? "homeSince" : MachineQuery.Sorts.FirstOrDefault(sort => sort == key);

    private static string Range(ClassRow lane) => FormattableString.Invariant($"{lane.Class!.LowHz.Hertz}..{lane.Class.HighHz.Hertz}");
}
