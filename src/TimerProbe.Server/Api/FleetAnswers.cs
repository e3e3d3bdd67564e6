namespace TimerProbe.Server.Api;

/// <summary>A cluster, or the hosts outside of any, as programs see it.</summary>
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
    public static ClusterView From(ClusterRow row, Core.PartsPerMillion tolerance)
    {
        var matrix = new ClassMatrix(row, tolerance);
        return new ClusterView(
            row.Name,
            row.VCenter.Server,
            row.Facts?.Id,
            row.Facts is { } facts ? ClusterFacts.DescribeDrs(facts.Drs) : null,
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
