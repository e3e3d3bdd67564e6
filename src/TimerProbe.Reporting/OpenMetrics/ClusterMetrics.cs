using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>What a scan found of each cluster. Names may repeat, even within one vCenter: the id tells clusters apart.</summary>
internal static class ClusterMetrics
{
    public static void Write(MetricText text, IReadOnlyList<VCenterFacts> vcenters)
    {
        var clusters = vcenters
            .SelectMany(vcenter => vcenter.Clusters.Select(cluster => (VCenter: vcenter, Cluster: cluster)))
            .DistinctBy(each => (each.VCenter.Server, each.Cluster.Id))
            .ToList();
        text.Gauge("timerprobe_scan_cluster_frequency_classes", "How many classes of equal frequency the hosts of a cluster form: more than 1 mixes frequencies.");
        foreach (var (vcenter, cluster) in clusters)
        {
            text.Sample("timerprobe_scan_cluster_frequency_classes", cluster.FrequencyClasses.Count, LabelsOf(vcenter, cluster));
        }

        text.Gauge("timerprobe_scan_cluster_hosts", "How many hosts a cluster has.");
        foreach (var (vcenter, cluster) in clusters)
        {
            text.Sample("timerprobe_scan_cluster_hosts", vcenter.Hosts.Count(host => host.ClusterId == cluster.Id), LabelsOf(vcenter, cluster));
        }

        text.Gauge("timerprobe_scan_cluster_virtual_machines", "How many virtual machines a cluster has, by where they are.");
        foreach (var (vcenter, cluster) in clusters)
        {
            FleetMetrics.WritePlacements(text, "timerprobe_scan_cluster_virtual_machines", MachineCounts.From(vcenter.VirtualMachines.Where(machine => machine.ClusterId == cluster.Id)), LabelsOf(vcenter, cluster));
        }
    }

    private static (string Name, string Value)[] LabelsOf(VCenterFacts vcenter, ClusterFacts cluster) =>
        [("server", vcenter.Server), ("cluster", cluster.Name), ("cluster_id", cluster.Id)];
}
