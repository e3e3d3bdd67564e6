namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>
/// A scan document as gauges, in base units, for a textfile collector. A success that did not happen has no sample: the series
/// then ends, and <c>max_over_time</c> has its last value.
/// </summary>
public static class ScanOpenMetrics
{
    public const int MaxAwayMachines = 1_000;

    public static void Write(ScanDocument document, MetricView view, TextWriter output)
    {
        var text = new MetricText(output);
        var report = new ScanReport(document);
        WriteFleet(text, report);
        WriteMuted(text, document.Muting);
        WriteVCenters(text, document);
        WriteSteps(text, document.Timing.Steps);
        WriteClusters(text, document.VCenters);
        WriteAway(text, report.Away, view.HasDetails ? MaxAwayMachines : 0);
        WriteMeasured(text, document);
        text.FindingCounts("timerprobe_scan_", document.Findings);
        text.Each(
            "timerprobe_scan_rule_findings",
            "How many findings there are of each rule and severity; none has no sample.",
            document.Findings.CountBy(finding => (finding.Rule, finding.Severity))
                .OrderBy(group => group.Key.Rule, StringComparer.Ordinal).ThenBy(group => group.Key.Severity),
            group => group.Value,
            group => [("rule", group.Key.Rule), ("severity", group.Key.Severity.ToDocumentName())]);
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
        text.Store(view.Store, "scan");
        text.End();
    }

    private static void WriteFleet(MetricText text, ScanReport report)
    {
        var document = report.Document;
        text.Machines(
            "timerprobe_scan",
            "How many virtual machines there are in all, by where they are; templates left out.",
            [report.Counts],
            counts => counts,
            _ => []);
        text.Each<Placement>(
            "timerprobe_scan_inferred_virtual_machines",
            "How many virtual machines are inferred, and not certain, to be where they are; part of timerprobe_scan_virtual_machines.",
            "placement",
            placement => report.Counts.GetInferred(placement));
        text.Single(
            "timerprobe_scan_results_to_settle",
            "The fewest results, logs or measurements, that decide all that is undecided.",
            report.FixSummary.Results);
        text.Each<ReadStatus>(
            "timerprobe_scan_vcenters",
            "How many vCenters were asked, by how much could be read.",
            "status",
            status => document.VCenters.Count(vcenter => vcenter.Status == status));
        var at = MetricText.Unix(document.StartedAt);
        text.Single(
            "timerprobe_scan_last_success_timestamp_seconds",
            "When the last scan started that read every vCenter in full, accepted gaps aside, as Unix time.",
            document.VCenters.All(vcenter => vcenter.IsReadAsExpected) ? at : null);
        text.Each(
            "timerprobe_scan_vcenter_last_success_timestamp_seconds",
            "When the last scan started that read this vCenter, in full or in part, as Unix time.",
            document.VCenters.GroupBy(vcenter => vcenter.Server),
            server => server.All(vcenter => vcenter.Status != ReadStatus.Failed) ? at : null,
            server => [("server", server.Key)]);
    }

    private static void WriteMuted(MetricText text, MutingFacts? muting)
    {
        text.Each(
            "timerprobe_scan_muted_findings",
            "How many findings the configuration mutes, by rule and severity; none has no sample.",
            (muting?.Muted ?? []).CountBy(muted => (muted.Finding.Rule, muted.Finding.Severity)),
            group => group.Value,
            group => [("rule", group.Key.Rule), ("severity", group.Key.Severity.ToDocumentName())]);
        text.Single(
            "timerprobe_scan_expired_mutes",
            "How many mutes of the configuration have expired and mute nothing.",
            muting?.Expired.Count ?? 0);
    }

    private static void WriteVCenters(MetricText text, ScanDocument document)
    {
        var servers = document.VCenters.GroupBy(vcenter => vcenter.Server).ToList();
        text.Each<IGrouping<string, VCenterFacts>, ReadStatus>(
            "timerprobe_scan_vcenter_status",
            "How much could be read: 1 for the status, 0 for the others.",
            "status",
            servers,
            (server, status) => server.Max(vcenter => vcenter.Status) == status ? 1 : 0,
            GetLabels);
        Each("problems", "How many things could not be read.", server => server.Sum(vcenter => vcenter.Problems.Count));
        Each(
            "clock_apart_seconds",
            "How far its clock is ahead of the scanner's, negative when behind; no sample where it did not report it.",
            server => server.Select(vcenter => vcenter.ClockApartSeconds).FirstOrDefault(apart => apart is not null));
        Each("hosts", "How many hosts it has.", server => server.Sum(vcenter => vcenter.Hosts.Count));
        Each("templates", "How many templates it holds.", server => server.Sum(vcenter => (double)vcenter.Templates));
        text.Each<(string Server, MachineCounts Counts), Placement>(
            "timerprobe_scan_vcenter_virtual_machines",
            "How many virtual machines it has, by where they are; templates left out.",
            "placement",
            servers.Select(server => (server.Key, MachineCounts.From(server.SelectMany(vcenter => vcenter.VirtualMachines)))),
            (item, placement) => item.Counts.From(placement),
            item => [("server", item.Server)]);

        void Each(string name, string help, Func<IGrouping<string, VCenterFacts>, double?> value) =>
            text.Each("timerprobe_scan_vcenter_" + name, help, servers, value, GetLabels);

        static (string, string)[] GetLabels(IGrouping<string, VCenterFacts> server) => [("server", server.Key)];
    }

    private static void WriteSteps(MetricText text, IReadOnlyList<ScanStep> all)
    {
        var steps = all.GroupBy(step => (step.Server, step.Name)).ToList();
        Each("seconds", "How long each step took; steps of one vCenter may run at the same time.", step => step.Ms / 1e3);
        Each("requests", "The requests each step sent.", step => step.Requests);

        void Each(string name, string help, Func<ScanStep, double> value) => text.Each(
            "timerprobe_scan_step_" + name, help, steps, step => step.Sum(value), step => [("server", step.Key.Server), ("step", step.Key.Name)]);
    }

    private static void WriteClusters(MetricText text, IReadOnlyList<VCenterFacts> vcenters)
    {
        var clusters = vcenters.SelectMany(vcenter => vcenter.Clusters.Select(cluster => (VCenter: vcenter, Cluster: cluster)))
            .DistinctBy(item => (item.VCenter.Server, item.Cluster.Id))
            .Select(item => (
                item.VCenter,
                item.Cluster,
                Counts: MachineCounts.From(item.VCenter.VirtualMachines.Where(machine => machine.ClusterId == item.Cluster.Id))))
            .ToList();
        text.Each(
            "timerprobe_scan_cluster_frequency_classes",
            "How many classes of equal frequency the hosts of a cluster form: more than 1 mixes frequencies.",
            clusters,
            item => item.Cluster.FrequencyClasses.Count,
            GetLabels);
        text.Each(
            "timerprobe_scan_cluster_hosts",
            "How many hosts a cluster has.",
            clusters,
            item => item.VCenter.Hosts.Count(host => host.ClusterId == item.Cluster.Id),
            GetLabels);
        text.Machines(
            "timerprobe_scan_cluster", "How many virtual machines a cluster has, by where they are.", clusters, item => item.Counts, GetLabels);

        static (string, string)[] GetLabels((VCenterFacts VCenter, ClusterFacts Cluster, MachineCounts Counts) item) =>
            [("server", item.VCenter.Server), ("cluster", item.Cluster.Name), ("cluster_id", item.Cluster.Id)];
    }

    private static void WriteAway(MetricText text, IReadOnlyList<MachineRow> rows, int maxRows)
    {
        var away = rows.Where(row => row.Facts is { Placement: Placement.Away, DifferencePpm: not null })
            .DistinctBy(row => (row.Server, row.Facts.Id))
            .ToList();
        text.Each(
            "timerprobe_scan_away_difference_ppm",
            "For each virtual machine away from home, up to the 1,000 that are most severe, if details are asked for: (host - home) / home, in parts per million.",
            away.Take(maxRows),
            row => Math.Round(row.Facts.DifferencePpm!.Value.Value, 3),
            row => [("server", row.Server), ("cluster", row.Facts.Cluster ?? ""), ("vm", row.Facts.Name), ("vm_id", row.Facts.Id)]);
        text.Single(
            "timerprobe_scan_away_left_out",
            "How many virtual machines away from home have no sample above.",
            Math.Max(0, away.Count - maxRows));
    }

    private static void WriteMeasured(MetricText text, ScanDocument document)
    {
        var measured = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines)
            .Select(machine => machine.Guest).OfType<JoinedGuest>().ToList();
        var states = measured.CountBy(guest => guest.State).ToDictionary();
        text.Each<ClockState>(
            "timerprobe_scan_measured_virtual_machines",
            "How many virtual machines have a guest's result, by its verdict.",
            "state",
            state => states.GetValueOrDefault(state));
        var sources = measured.CountBy(guest => guest.Source).ToDictionary();
        text.Each<GuestSource>(
            "timerprobe_scan_guest_results",
            "How many virtual machines have a guest's result, by how it came.",
            "source",
            source => sources.GetValueOrDefault(source));
        text.Single("timerprobe_scan_published_stale", "How many published results say nothing of now.", document.Published?.Stale ?? 0);
        text.Single(
            "timerprobe_scan_published_refused", "How many published results are not believed.", document.Published?.Refused.Count ?? 0);
    }
}
