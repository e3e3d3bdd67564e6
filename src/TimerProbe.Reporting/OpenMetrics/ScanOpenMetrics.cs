namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A scan document as gauges, in base units, for a textfile collector.</summary>
public static class ScanOpenMetrics
{
    public const int MaxAwayMachines = 1_000;

    public static void Write(ScanDocument document, MetricView view, TextWriter output)
    {
        var text = new MetricText(output);
        var report = new ScanReport(document);
        FleetMetrics.Write(text, report);
        WriteVCenters(text, document);
        WriteClusters(text, document.VCenters);
        WriteAway(text, report.Away, view.HasDetails ? MaxAwayMachines : 0);
        var measured = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines)
            .Select(machine => machine.Guest)
            .OfType<JoinedGuest>()
            .ToList();
        var states = measured.CountBy(guest => guest.State).ToDictionary();
        text.Each<ClockState>(
            "timerprobe_scan_measured_virtual_machines",
            "How many virtual machines have a guest's result, by its verdict.",
            "state",
            state => states.GetValueOrDefault(state));
        WritePublished(text, measured, document.Published);
        WriteFindings(text, document.Findings);
        text.Single(
            "timerprobe_scan_store_clock_apart_seconds",
            "How far the store's clock is ahead of the scanner's, negative when behind; without a store it has no sample.",
            document.StoreClockApartSeconds);
        text.Single("timerprobe_scan_requests", "The requests sent, to all vCenters.", document.Timing.Requests);
        text.Single(
            "timerprobe_scan_seconds", "Wall-clock time from the start of the program to the document.", document.Timing.TotalMs / 1e3);
        text.Single("timerprobe_scan_timestamp_seconds", "When the scan started, as Unix time.", MetricText.Unix(document.StartedAt));
        text.Single(
            "timerprobe_scan_tolerance_ppm",
            "How far two frequencies may differ and still count as one, in parts per million.",
            document.TolerancePpm.Value);
        text.Single(
            "timerprobe_scan_info",
            "The program; always 1.",
            1,
            ("version", document.Tool.Version),
            ("anonymized", document.Anonymized ? "true" : "false"));
        view.WriteStore(text, "scan");
        text.End();
    }

    private static void WriteVCenters(MetricText text, ScanDocument document)
    {
        var servers = document.VCenters.GroupBy(vcenter => vcenter.Server).ToList();
        WriteStatus(text, servers);
        Each(text, servers, "timerprobe_scan_vcenter_problems", "How many things could not be read.", vcenter => vcenter.Problems.Count);
        WriteClocks(text, servers);
        Each(text, servers, "timerprobe_scan_vcenter_hosts", "How many hosts it has.", vcenter => vcenter.Hosts.Count);
        Each(text, servers, "timerprobe_scan_vcenter_templates", "How many templates it holds.", vcenter => vcenter.Templates);
        text.Gauge("timerprobe_scan_vcenter_virtual_machines", "How many virtual machines it has, by where they are; templates left out.");
        foreach (var server in servers)
        {
            FleetMetrics.WritePlacements(
                text,
                "timerprobe_scan_vcenter_virtual_machines",
                MachineCounts.From(server.SelectMany(vcenter => vcenter.VirtualMachines)),
                ("server", server.Key));
        }

        WriteSteps(text, document.Timing.Steps);
    }

    private static void WriteStatus(MetricText text, List<IGrouping<string, VCenterFacts>> servers)
    {
        text.Gauge("timerprobe_scan_vcenter_status", "How much could be read: 1 for the status, 0 for the others.");
        foreach (var server in servers)
        {
            foreach (var status in Enum.GetValues<ReadStatus>())
            {
                text.Sample(
                    "timerprobe_scan_vcenter_status",
                    server.Max(vcenter => vcenter.Status) == status ? 1 : 0,
                    ("server", server.Key),
                    ("status", status.ToDocumentName()));
            }
        }
    }

    private static void WriteClocks(MetricText text, List<IGrouping<string, VCenterFacts>> servers)
    {
        const string name = "timerprobe_scan_vcenter_clock_apart_seconds";
        text.Gauge(name, "How far its clock is ahead of the scanner's, negative when behind; no sample where it did not report it.");
        foreach (var server in servers)
        {
            if (server.Select(vcenter => vcenter.ClockApartSeconds).FirstOrDefault(apart => apart is not null) is { } apart)
            {
                text.Sample(name, apart, ("server", server.Key));
            }
        }
    }

    private static void WriteSteps(MetricText text, IReadOnlyList<ScanStep> all)
    {
        var steps = all.GroupBy(step => (step.Server, step.Name)).ToList();
        text.Gauge("timerprobe_scan_step_seconds", "How long each step took; steps of one vCenter may run at the same time.");
        foreach (var step in steps)
        {
            text.Sample(
                "timerprobe_scan_step_seconds", step.Sum(item => item.Ms) / 1e3, ("server", step.Key.Server), ("step", step.Key.Name));
        }

        text.Gauge("timerprobe_scan_step_requests", "The requests each step sent.");
        foreach (var step in steps)
        {
            var requests = step.Sum(item => (double)item.Requests);
            text.Sample("timerprobe_scan_step_requests", requests, ("server", step.Key.Server), ("step", step.Key.Name));
        }
    }

    private static void Each(
        MetricText text, List<IGrouping<string, VCenterFacts>> servers, string name, string help, Func<VCenterFacts, int> count)
    {
        text.Gauge(name, help);
        foreach (var server in servers)
        {
            text.Sample(name, server.Sum(vcenter => (double)count(vcenter)), ("server", server.Key));
        }
    }

    private static void WriteClusters(MetricText text, IReadOnlyList<VCenterFacts> vcenters)
    {
        var clusters = vcenters.SelectMany(vcenter => vcenter.Clusters.Select(cluster => (VCenter: vcenter, Cluster: cluster)))
            .DistinctBy(item => (item.VCenter.Server, item.Cluster.Id))
            .ToList();
        text.Gauge(
            "timerprobe_scan_cluster_frequency_classes",
            "How many classes of equal frequency the hosts of a cluster form: more than 1 mixes frequencies.");
        foreach (var (vcenter, cluster) in clusters)
        {
            text.Sample("timerprobe_scan_cluster_frequency_classes", cluster.FrequencyClasses.Count, GetLabels(vcenter, cluster));
        }

        text.Gauge("timerprobe_scan_cluster_hosts", "How many hosts a cluster has.");
        foreach (var (vcenter, cluster) in clusters)
        {
            text.Sample(
                "timerprobe_scan_cluster_hosts", vcenter.Hosts.Count(host => host.ClusterId == cluster.Id), GetLabels(vcenter, cluster));
        }

        text.Gauge("timerprobe_scan_cluster_virtual_machines", "How many virtual machines a cluster has, by where they are.");
        foreach (var (vcenter, cluster) in clusters)
        {
            FleetMetrics.WritePlacements(
                text,
                "timerprobe_scan_cluster_virtual_machines",
                MachineCounts.From(vcenter.VirtualMachines.Where(machine => machine.ClusterId == cluster.Id)),
                GetLabels(vcenter, cluster));
        }

        WriteClusterExpectations(text, clusters);
    }

    private static void WriteClusterExpectations(MetricText text, List<(VCenterFacts VCenter, ClusterFacts Cluster)> clusters)
    {
        const string name = "timerprobe_scan_cluster_away_virtual_machines";
        text.Gauge(name, FleetMetrics.AwayHelp);
        foreach (var (vcenter, cluster) in clusters)
        {
            FleetMetrics.WriteExpectations(
                text,
                name,
                MachineCounts.From(vcenter.VirtualMachines.Where(machine => machine.ClusterId == cluster.Id)),
                GetLabels(vcenter, cluster));
        }
    }

    private static (string Name, string Value)[] GetLabels(VCenterFacts vcenter, ClusterFacts cluster) =>
        [("server", vcenter.Server), ("cluster", cluster.Name), ("cluster_id", cluster.Id)];

    private static void WriteAway(MetricText text, IReadOnlyList<MachineRow> rows, int most)
    {
        const string name = "timerprobe_scan_away_difference_ppm";
        var away = rows.Where(row => row.Facts is { Placement: Placement.Away, DifferencePpm: not null })
            .DistinctBy(row => (row.Server, row.Facts.Id))
            .ToList();
        text.Gauge(
            name,
            "For each virtual machine away from home, up to the 1,000 that are most severe, if details are asked for: (host - home) / home, in parts per million.");
        foreach (var row in away.Take(most))
        {
            text.Sample(
                name,
                Math.Round(row.Facts.DifferencePpm!.Value.Value, 3),
                ("server", row.Server),
                ("cluster", row.Facts.Cluster ?? ""),
                ("vm", row.Facts.Name),
                ("vm_id", row.Facts.Id));
        }

        text.Single(
            "timerprobe_scan_away_left_out",
            "How many virtual machines away from home have no sample above.",
            Math.Max(0, away.Count - most));
    }

    private static void WritePublished(MetricText text, IReadOnlyList<JoinedGuest> measured, PublishedResultsFacts? published)
    {
        var sources = measured.CountBy(guest => guest.Source).ToDictionary();
        text.Each<GuestSource>(
            "timerprobe_scan_guest_results",
            "How many virtual machines have a guest's result, by how it came.",
            "source",
            source => sources.GetValueOrDefault(source));
        text.Single("timerprobe_scan_published_stale", "How many published results say nothing of now.", published?.Stale ?? 0);
        text.Single("timerprobe_scan_published_refused", "How many published results are not believed.", published?.Refused.Count ?? 0);
    }

    private static void WriteFindings(MetricText text, IReadOnlyList<Finding> findings)
    {
        text.FindingCounts("timerprobe_scan_", findings);
        text.Gauge("timerprobe_scan_rule_findings", "How many findings there are of each rule and severity; none has no sample.");
        var groups = findings.GroupBy(finding => (finding.Rule, finding.Severity)).OrderBy(group => group.Key.Rule, StringComparer.Ordinal);
        foreach (var group in groups.ThenBy(group => group.Key.Severity))
        {
            text.Sample(
                "timerprobe_scan_rule_findings",
                group.Count(),
                ("rule", group.Key.Rule),
                ("severity", group.Key.Severity.ToDocumentName()));
        }
    }
}
