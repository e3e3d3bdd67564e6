using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A scan document as gauges, in base units, for a textfile collector.</summary>
public static class ScanOpenMetrics
{
    /// <summary>Every away machine is a series of its own: more than this would burden the monitoring.</summary>
    public const int MostAwayMachines = 1_000;

    /// <summary>Writes all the families of one scan.</summary>
    public static void Write(ScanDocument document, MetricView view, TextWriter output)
    {
        var text = new MetricText(output);
        var report = new ScanReport(document);
        FleetMetrics.Write(text, report);
        VCenterMetrics.Write(text, document);
        ClusterMetrics.Write(text, document.VCenters);
        WriteAway(text, report.Away, view.HasDetails ? MostAwayMachines : 0);
        var measured = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).Select(machine => machine.Guest).OfType<JoinedGuest>().ToList();
        var states = measured.CountBy(guest => guest.State).ToDictionary();
        text.Each<ClockState>(
            "timerprobe_scan_measured_virtual_machines", "How many virtual machines have a guest's result, by its verdict.", "state", state => states.GetValueOrDefault(state));
        WritePublished(text, measured, document.Published);
        WriteFindings(text, document.Findings);
        text.Single(
            "timerprobe_scan_store_clock_apart_seconds", "How far the store's clock is ahead of the scanner's, negative when behind; without a store it has no sample.", document.StoreClockApartSeconds);
        text.Single("timerprobe_scan_requests", "The requests sent, to all vCenters.", document.Timing.Requests);
        text.Single("timerprobe_scan_seconds", "Wall-clock time from the start of the program to the document.", document.Timing.TotalMs / 1e3);
        text.Single("timerprobe_scan_timestamp_seconds", "When the scan started, as Unix time.", document.StartedAt.ToUnixTimeMilliseconds() / 1e3);
        text.Single("timerprobe_scan_tolerance_ppm", "How far two frequencies may differ and still count as one, in parts per million.", document.TolerancePpm.Value);
        text.Single("timerprobe_scan_info", "The program; always 1.", 1, ("version", document.Tool.Version), ("anonymized", document.Anonymized ? "true" : "false"));
        view.Store?.Write(text, "scan");
        text.End();
    }

    private static void WriteAway(MetricText text, IReadOnlyList<MachineRow> rows, int most)
    {
        const string name = "timerprobe_scan_away_difference_ppm";
        var away = rows.Where(row => row.Facts is { Placement: Placement.Away, DifferencePpm: not null }).DistinctBy(row => (row.Server, row.Facts.Id)).ToList();
        text.Gauge(name, "For each virtual machine away from home, up to the 1,000 that are most severe, if details are asked for: (host - home) / home, in parts per million.");
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

        text.Single("timerprobe_scan_away_left_out", "How many virtual machines away from home have no sample above.", Math.Max(0, away.Count - most));
    }

    private static void WritePublished(MetricText text, IReadOnlyList<JoinedGuest> measured, PublishedResultsFacts? published)
    {
        var sources = measured.Where(guest => guest.Source is not null).CountBy(guest => guest.Source!.Value).ToDictionary();
        text.Each<GuestSource>(
            "timerprobe_scan_guest_results", "How many virtual machines have a guest's result, by how it came.", "source", source => sources.GetValueOrDefault(source));
        text.Single("timerprobe_scan_published_stale", "How many published results say nothing of now.", published?.Stale ?? 0);
        text.Single("timerprobe_scan_published_refused", "How many published results are not believed.", published?.Refused.Count ?? 0);
    }

    private static void WriteFindings(MetricText text, IReadOnlyList<Finding> findings)
    {
        FindingMetrics.WriteCounts(text, "timerprobe_scan_", findings);
        text.Gauge("timerprobe_scan_rule_findings", "How many findings there are of each rule and severity; none has no sample.");
        var groups = findings.GroupBy(finding => (finding.Rule, finding.Severity)).OrderBy(group => group.Key.Rule, StringComparer.Ordinal);
        foreach (var group in groups.ThenBy(group => group.Key.Severity))
        {
            text.Sample("timerprobe_scan_rule_findings", group.Count(), ("rule", group.Key.Rule), ("severity", group.Key.Severity.ToDocumentName()));
        }
    }
}
