using TimerProbe.Core.Advice.Rules;
using TimerProbe.Core.Units;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>A cluster, or the hosts outside of any, as pages and programs see it.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="ManagedObjectId">What its vCenter knows it by; null for the hosts outside of any.</param>
/// <param name="Drs">How far DRS moves machines by itself; null for the hosts outside of any.</param>
/// <param name="Hosts">How many hosts it has.</param>
/// <param name="Classes">The frequency classes of its hosts, from the lowest up.</param>
/// <param name="Matrix">How many running machines that were powered on in one class are in which; none has no cell.</param>
/// <param name="Machines">Its machines.</param>
/// <param name="IsMixed">Whether its hosts have several frequencies.</param>
public sealed record ClusterView(
    string Name,
    string VCenter,
    string? ManagedObjectId,
    string? Drs,
    int Hosts,
    IReadOnlyList<ClassView> Classes,
    IReadOnlyList<MatrixCell> Matrix,
    MachineCounts Machines,
    bool IsMixed)
{
    internal ClusterRank Rank => new(Machines, ManagedObjectId is null ? 0 : Classes.Count, Name);

    internal bool NeedsAttention => Machines.ExpectedSlow + Machines.Open + Machines.WrongTime + Machines.Slow > 0 || IsMixed;

    /// <summary>A cluster of a scan.</summary>
    public static ClusterView From(ClusterRow row, PartsPerMillion tolerance, PartInterning known)
    {
        var matrix = new ClassMatrix(row, tolerance);
        return new ClusterView(
            known.Intern(row.Name),
            known.Intern(row.VCenter.Server),
            row.Facts?.Id,
            row.Facts is { } facts ? known.Intern(DrsAutomation.Describe(facts.Drs)) : null,
            row.Hosts,
            [.. row.Classes.Select(lane =>
                new ClassView(lane.Number, lane.Span, lane.Class!.LowHz.Hertz, lane.Class.HighHz.Hertz, lane.Hosts.Count))],
            [
                .. from home in matrix.Homes
                   from present in matrix.Presents
                   where matrix[home, present] > 0
                   select new MatrixCell(home?.Number, present.Number, matrix[home, present]),
            ],
            row.Counts,
            row.IsMixed);
    }
}

/// <summary>The hosts of one frequency class.</summary>
/// <param name="Number">From 1 upward by frequency.</param>
/// <param name="Span">Its frequencies, for people.</param>
/// <param name="LowHz">Its lowest frequency.</param>
/// <param name="HighHz">Its highest.</param>
/// <param name="Hosts">How many hosts it has.</param>
public sealed record ClassView(int Number, string Span, long LowHz, long HighHz, int Hosts);

/// <summary>How many machines that were powered on in one class are in another, or in the same.</summary>
/// <param name="HomeClass">The class they were powered on in; null for a frequency that no host of the cluster has.</param>
/// <param name="PresentClass">The class they are in.</param>
/// <param name="Machines">How many.</param>
public sealed record MatrixCell(int? HomeClass, int PresentClass, int Machines);

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
    public IReadOnlyList<ClusterView> Apply(IReadOnlyList<ClusterView> clusters) =>
    [
        .. clusters.Where(cluster =>
            (Name is null || string.Equals(cluster.Name, Name, StringComparison.OrdinalIgnoreCase))
            && (VCenter is null || string.Equals(cluster.VCenter, VCenter, StringComparison.OrdinalIgnoreCase))),
    ];
}
