namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>What a server knows of its fleet, and of itself, in base units.</summary>
public static class ServerOpenMetrics
{
    public static void Write(ServerFigures figures, TextWriter output, bool isOpenMetrics)
    {
        var text = new MetricText(output);
        text.Gauge(
            "timerprobe_fleet_virtual_machines",
            "How many virtual machines there are in the latest scans, by where they are; templates left out.");
        if (figures.Machines is { } all)
        {
            FleetMetrics.WritePlacements(text, "timerprobe_fleet_virtual_machines", all);
        }

        text.Gauge("timerprobe_fleet_away_virtual_machines", FleetMetrics.AwayHelp);
        if (figures.Machines is { } away)
        {
            FleetMetrics.WriteExpectations(text, "timerprobe_fleet_away_virtual_machines", away);
        }

        text.Single(
            "timerprobe_fleet_slow_virtual_machines", "How many virtual machines were measured slow in the guest.", figures.Machines?.Slow);
        text.Single(
            "timerprobe_fleet_unknown_guests",
            "How many guests saved or submitted a check, and are no virtual machine of the latest scans.",
            figures.UnknownGuests);
        text.Gauge("timerprobe_server_watches", "How many guests' watches are heard of, and how many have said nothing for two hours.");
        text.Sample("timerprobe_server_watches", figures.Watches, ("state", "watching"));
        text.Sample("timerprobe_server_watches", figures.SilentWatches, ("state", "silent"));
        WriteMachines(
            text, "vcenter", figures.VCenters.Where(center => center.Machines is not null), item => item.Machines!, item => [("server", item.Server)]);
        WriteMachines(text, "cluster", figures.Clusters, item => item.Counts, GetLabels);
        Each("timerprobe_fleet_vcenter_last_read_timestamp_seconds",
            "When the latest scan of a vCenter started that read it, as Unix time; none has no sample.",
            vcenter => MetricText.Unix(vcenter.ReadAt));
        Each("timerprobe_fleet_vcenter_scan_seconds", "How long that scan took.", vcenter => vcenter.ScanSeconds);
        Each("timerprobe_fleet_vcenter_failures", "How many times in a row a vCenter did not answer.", vcenter => vcenter.Failures);
        text.Gauge("timerprobe_fleet_findings", "How many findings there are of each rule and severity; none has no sample.");
        foreach (var (rule, severity, count) in figures.Findings)
        {
            text.Sample("timerprobe_fleet_findings", count, ("rule", rule), ("severity", severity));
        }

        text.Single("timerprobe_server_pending_alerts", "How many alerts of the store are yet to be delivered.", figures.PendingAlerts);
        text.Single(
            "timerprobe_server_oldest_pending_alert_timestamp_seconds",
            "When the oldest alert was made that is yet to be delivered, as Unix time; no sample where there is none.",
            MetricText.Unix(figures.OldestPendingAlertAt));
        text.Single("timerprobe_server_ready", "Whether this node is ready, as /readyz says: 1 or 0.", figures.IsReady ? 1 : 0);
        text.Single(
            "timerprobe_server_stalled_jobs", "How many scans and reports are due, and nothing begins them.", figures.StalledJobs);
        text.Single("timerprobe_server_running_scans", "How many scans run on this node.", figures.RunningScans);
        text.Counter(
            isOpenMetrics ? "timerprobe_server_scans" : "timerprobe_server_scans_total",
            "How many scans ended on this node since it started, by what became of them.");
        foreach (var (result, count) in figures.Scans)
        {
            text.Sample("timerprobe_server_scans_total", count, ("result", result));
        }

        text.Single("timerprobe_server_info", "The program; always 1.", 1, ("version", figures.Version), ("node", figures.Node));
        text.End();

        void Each(string name, string help, Func<VCenterFigures, double?> value)
        {
            text.Gauge(name, help);
            foreach (var vcenter in figures.VCenters)
            {
                if (value(vcenter) is { } known)
                {
                    text.Sample(name, known, ("server", vcenter.Server));
                }
            }
        }
    }

    private static void WriteMachines<T>(
        MetricText text, string kind, IEnumerable<T> all, Func<T, MachineCounts> machines, Func<T, (string, string)[]> labels)
    {
        text.Gauge($"timerprobe_fleet_{kind}_virtual_machines", $"How many virtual machines a {kind} has, by where they are.");
        foreach (var item in all)
        {
            FleetMetrics.WritePlacements(text, $"timerprobe_fleet_{kind}_virtual_machines", machines(item), labels(item));
        }

        text.Gauge($"timerprobe_fleet_{kind}_away_virtual_machines", FleetMetrics.AwayHelp);
        foreach (var item in all)
        {
            FleetMetrics.WriteExpectations(text, $"timerprobe_fleet_{kind}_away_virtual_machines", machines(item), labels(item));
        }
    }

    private static (string Name, string Value)[] GetLabels(ClusterRow cluster) =>
        [("server", cluster.VCenter.Server), ("cluster", cluster.Name), ("cluster_id", cluster.Facts!.Id)];
}

/// <summary>A vCenter in figures.</summary>
/// <param name="ReadAt">When it was read last; null when it never was.</param>
public sealed record VCenterFigures(string Server, DateTimeOffset? ReadAt, double? ScanSeconds, int Failures, MachineCounts? Machines);
