namespace TimerProbe.Reporting.Html;

/// <summary>Where the links of the fleet's picture lead: to parts of the same file, or to other pages of a server.</summary>
public abstract class FleetLinks
{
    /// <summary>To a machine; null where its row is not a link.</summary>
    public abstract PageLink? Machine(MachineRow machine);

    /// <summary>To the machines of one standing.</summary>
    public abstract PageLink Machines(Standing standing);

    /// <summary>To the running machines of a cluster that were powered on in one class and are in another, or the same.</summary>
    /// <param name="cluster">The cluster.</param>
    /// <param name="home">The class they were powered on in; null for a frequency that no host of the cluster has.</param>
    /// <param name="present">The class they are in.</param>
    public abstract PageLink Machines(ClusterRow cluster, ClassRow? home, ClassRow present);

    /// <summary>To a cluster.</summary>
    public abstract PageLink Cluster(ClusterRow cluster);

    /// <summary>To a finding.</summary>
    public abstract PageLink Finding(Finding finding);

    /// <summary>To the findings of one severity.</summary>
    public abstract PageLink Findings(Severity severity);

    /// <summary>To the machines in the order of a column; null where the table's own script sorts, or none can.</summary>
    /// <param name="key">The column's key.</param>
    public virtual PageLink? Sorted(string key) => null;

    /// <summary>How a column is sorted now, as <c>aria-sort</c> spells it; null where it is not.</summary>
    /// <param name="key">The column's key.</param>
    public virtual string? OrderOf(string key) => null;
}

/// <summary>Where a link leads.</summary>
/// <param name="Address">The address.</param>
/// <param name="Show">What the script of a file filters its table by; null for nothing.</param>
public readonly record struct PageLink(string Address, string? Show = null);
