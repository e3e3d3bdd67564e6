namespace TimerProbe.Reporting.Html;

/// <summary>Where the links of the fleet's picture lead: to parts of the same file, or to other pages of a server.</summary>
public abstract class FleetLinks
{
    /// <summary>To a machine; null where its row is not a link.</summary>
    public abstract PageLink? Machine(MachineRow machine);

    public abstract PageLink Machines(Standing standing);

    /// <summary>To the running machines of a cluster that were powered on in one class and are in another, or the same.</summary>
    /// <param name="home">The class they were powered on in; null for a frequency that no host of the cluster has.</param>
    public abstract PageLink Machines(ClusterRow cluster, ClassRow? home, ClassRow present);

    public abstract PageLink Cluster(ClusterRow cluster);

    public abstract PageLink Finding(Finding finding);

    public abstract PageLink Rule(string rule);

    /// <summary>To what home and away mean.</summary>
    public abstract PageLink Explanation { get; }

    /// <summary>To the machines in the order of a column; null where the table's own script sorts, or none can.</summary>
    public virtual PageLink? Sorted(string key) => null;

    /// <summary>How a column is sorted now, as <c>aria-sort</c> spells it; null where it is not.</summary>
    public virtual string? GetSortOrder(string key) => null;
}

/// <summary>Where a link leads.</summary>
/// <param name="Show">What the script of a file filters its table by; null for nothing.</param>
public readonly record struct PageLink(string Address, string? Show = null);
