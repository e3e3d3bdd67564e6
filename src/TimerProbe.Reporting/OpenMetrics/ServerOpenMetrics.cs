namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>What a server knows of its fleet, and of itself, in base units.</summary>
public static class ServerOpenMetrics
{
    public static void Write(ServerFigures figures, TextWriter output, bool isOpenMetrics)
    {
        var text = new MetricText(output);
        text.Machines<MachineCounts>(
            "timerprobe_fleet",
            "How many virtual machines there are in the latest scans, by where they are; templates left out.",
            figures.Machines is { } all ? [all] : [],
            counts => counts,
            _ => []);
        text.Single(
            "timerprobe_fleet_slow_virtual_machines", "How many virtual machines were measured slow in the guest.", figures.Machines?.Slow);
        text.Single(
            "timerprobe_fleet_unknown_guests",
            "How many guests saved or submitted a check, and are no virtual machine of the latest scans.",
            figures.UnknownGuests);
        text.Each(
            "timerprobe_server_watches",
            "How many guests' watches are heard of, and how many have said nothing for two hours.",
            new[] { ("watching", figures.Watches), ("silent", figures.SilentWatches) },
            watches => watches.Item2,
            watches => [("state", watches.Item1)]);
        text.Machines(
            "timerprobe_fleet_vcenter",
            "How many virtual machines a vcenter has, by where they are.",
            [.. figures.VCenters.Where(vcenter => vcenter.Machines is not null)],
            vcenter => vcenter.Machines!,
            vcenter => [("server", vcenter.Server)]);
        text.Machines(
            "timerprobe_fleet_cluster",
            "How many virtual machines a cluster has, by where they are.",
            figures.Clusters,
            cluster => cluster.Counts,
            cluster => [("server", cluster.VCenter.Server), ("cluster", cluster.Name), ("cluster_id", cluster.Facts!.Id)]);
        Each(
            "last_read_timestamp_seconds",
            "When the latest scan of a vCenter started that read it, as Unix time; none has no sample.",
            place => MetricText.Unix(figures.VCenters[place].ReadAt));
        Each("scan_seconds", "How long that scan took.", place => figures.VCenters[place].ScanSeconds);
        Each("failures", "How many times in a row a vCenter did not answer.", place => figures.VCenters[place].Failures);
        text.Each(
            "timerprobe_fleet_findings",
            "How many findings there are of each rule and severity; none has no sample.",
            figures.Findings,
            finding => finding.Count,
            finding => [("rule", finding.Rule), ("severity", finding.Severity)]);
        text.Single("timerprobe_server_pending_alerts", "How many alerts of the store are yet to be delivered.", figures.PendingAlerts);
        text.Single(
            "timerprobe_server_oldest_pending_alert_timestamp_seconds",
            "When the oldest alert was made that is yet to be delivered, as Unix time; no sample where there is none.",
            MetricText.Unix(figures.OldestPendingAlertAt));
        text.Single("timerprobe_server_ready", "Whether this node is ready, as /readyz says: 1 or 0.", figures.IsReady ? 1 : 0);
        text.Single("timerprobe_server_stalled_jobs", "How many scans and reports are due, and nothing begins them.", figures.StalledJobs);
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

        void Each(string name, string help, Func<int, double?> value) => text.Each(
            "timerprobe_fleet_vcenter_" + name,
            help,
            Enumerable.Range(0, figures.VCenters.Count),
            value,
            place => [("server", figures.VCenters[place].Server)]);
    }
}
