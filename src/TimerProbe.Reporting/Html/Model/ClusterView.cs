using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Html.Model;

/// <summary>A cluster, or the hosts outside of any, with its hosts in lanes of one frequency class each.</summary>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="Facts">The cluster; null for the hosts outside of any.</param>
/// <param name="Lanes">The classes from the lowest frequency up; at the end the hosts without a frequency.</param>
/// <param name="Counts">Its virtual machines.</param>
internal sealed record ClusterView(VCenterFacts VCenter, ClusterFacts? Facts, IReadOnlyList<Lane> Lanes, Counts Counts)
{
    /// <summary>What it is called.</summary>
    public string Name => Facts?.Name ?? "Hosts outside of clusters";

    /// <summary>How many frequency classes it has.</summary>
    public int Classes => Lanes.Count(lane => lane.Class is not null);

    /// <summary>Whether there is anything to look at: several classes in a cluster, or a machine away or slow.</summary>
    public bool IsWorthALook => Counts.Away + Counts.Slow > 0 || (Facts is not null && Classes > 1);

    /// <summary>Its hosts.</summary>
    public int Hosts => Lanes.Sum(lane => lane.Hosts.Count);
}

/// <summary>The hosts of one frequency class.</summary>
/// <param name="Number">From 1 upward by frequency.</param>
/// <param name="Class">The class; null for hosts whose frequency is unknown.</param>
/// <param name="Hosts">The hosts.</param>
internal sealed record Lane(int Number, FrequencyClass? Class, IReadOnlyList<HostView> Hosts);

/// <summary>A host with what runs on it.</summary>
/// <param name="Host">The host.</param>
/// <param name="Machines">Its virtual machines.</param>
internal sealed record HostView(HostFacts Host, IReadOnlyList<VirtualMachineFacts> Machines);
