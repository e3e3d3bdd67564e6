using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Scans;

/// <summary>A cluster, or the hosts outside of any, with its hosts by frequency class.</summary>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="Facts">The cluster; null for the hosts outside of any.</param>
/// <param name="Lanes">The classes from the lowest frequency up; at the end the hosts without a frequency.</param>
/// <param name="Counts">Its virtual machines.</param>
public sealed record ClusterRow(VCenterFacts VCenter, ClusterFacts? Facts, IReadOnlyList<ClassRow> Lanes, MachineCounts Counts)
{
    /// <summary>What it is called.</summary>
    public string Name => Facts?.Name ?? "Hosts outside clusters";

    /// <summary>The frequency classes that it has.</summary>
    public IReadOnlyList<ClassRow> Classes { get; } = [.. Lanes.Where(lane => lane.Class is not null)];

    /// <summary>Whether it is a cluster whose hosts have several frequencies.</summary>
    public bool IsMixed => Facts is not null && Classes.Count > 1;

    /// <summary>Whether there is anything to look at: several classes in a cluster, or a machine away or slow.</summary>
    public bool NeedsAttention => Counts.Away + Counts.Slow > 0 || IsMixed;

    /// <summary>Its place among clusters.</summary>
    public ClusterRank Rank => new(Counts, Facts is null ? 0 : Classes.Count, Name);

    /// <summary>How many hosts it has.</summary>
    public int Hosts => Lanes.Sum(lane => lane.Hosts.Count);
}

/// <summary>The hosts of one frequency class.</summary>
/// <param name="Number">From 1 upward by frequency.</param>
/// <param name="Class">The class; null for hosts whose frequency is unknown.</param>
/// <param name="Hosts">The hosts, by name.</param>
public sealed record ClassRow(int Number, FrequencyClass? Class, IReadOnlyList<HostRow> Hosts)
{
    /// <summary>Its frequencies: one figure where its ends are the same to the kHz; empty where they are unknown.</summary>
    public string Span => Class is not { } span ? ""
        : span.LowHz.ToString() is var low && span.HighHz.ToString() is var high && low == high ? low
        : $"{low[..low.LastIndexOf(' ')]}-{high}";

    /// <summary>The virtual machines on its hosts, counted.</summary>
    public MachineCounts Counts => MachineCounts.From(Hosts.SelectMany(host => host.Machines));
}

/// <summary>A host with what runs on it.</summary>
/// <param name="Facts">The host.</param>
/// <param name="Machines">Its virtual machines.</param>
public sealed record HostRow(HostFacts Facts, IReadOnlyList<VirtualMachineFacts> Machines);
