namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>
/// What a scan found in all, and when it last succeeded. A success that did not happen has no sample: the series then ends, and
/// <c>max_over_time</c> has its last value.
/// </summary>
internal static class FleetMetrics
{
    public const string AwayHelp =
        "How many virtual machines away are measured slow, expected to be, open, expected to be fast, or measured fast; those with the raw TSC left out.";

    public static void Write(MetricText text, ScanReport report)
    {
        var document = report.Document;
        text.Each<Placement>(
            "timerprobe_scan_virtual_machines",
            "How many virtual machines there are in all, by where they are; templates left out.",
            "placement",
            placement => report.Counts.From(placement));
        text.Each<Placement>(
            "timerprobe_scan_inferred_virtual_machines",
            "How many virtual machines are inferred, and not certain, to be where they are; part of timerprobe_scan_virtual_machines.",
            "placement",
            placement => report.Counts.GetInferred(placement));
        text.Each<ClockExpectation>(
            "timerprobe_scan_away_virtual_machines",
            AwayHelp,
            "clock",
            clock => report.Counts.From(clock));
        text.Single(
            "timerprobe_scan_results_to_settle",
            "The fewest results, logs or measurements, that settle all that is open.",
            report.FixSummary.Results);
        text.Each<ReadStatus>(
            "timerprobe_scan_vcenters",
            "How many vCenters were asked, by how much could be read.",
            "status",
            status => document.VCenters.Count(vcenter => vcenter.Status == status));
        WriteSuccess(text, document);
        WriteMuted(text, document.Muting);
    }

    public static void WriteExpectations(MetricText text, string name, MachineCounts counts, params (string Name, string Value)[] labels)
    {
        foreach (var clock in Enum.GetValues<ClockExpectation>())
        {
            text.Sample(name, counts.From(clock), [.. labels, ("clock", clock.ToDocumentName())]);
        }
    }

    public static void WritePlacements(MetricText text, string name, MachineCounts counts, params (string Name, string Value)[] labels)
    {
        foreach (var placement in Enum.GetValues<Placement>())
        {
            text.Sample(name, counts.From(placement), [.. labels, ("placement", placement.ToDocumentName())]);
        }
    }

    private static void WriteSuccess(MetricText text, ScanDocument document)
    {
        var at = MetricText.Unix(document.StartedAt);
        text.Single(
            "timerprobe_scan_last_success_timestamp_seconds",
            "When the last scan started that read every vCenter in full, accepted gaps aside, as Unix time.",
            document.VCenters.All(vcenter => vcenter.IsReadAsExpected) ? at : null);
        text.Gauge(
            "timerprobe_scan_vcenter_last_success_timestamp_seconds",
            "When the last scan started that read this vCenter, in full or in part, as Unix time.");
        var read = document.VCenters.GroupBy(vcenter => vcenter.Server)
            .Where(server => server.All(vcenter => vcenter.Status != ReadStatus.Failed));
        foreach (var server in read)
        {
            text.Sample("timerprobe_scan_vcenter_last_success_timestamp_seconds", at, ("server", server.Key));
        }
    }

    private static void WriteMuted(MetricText text, MutingFacts? muting)
    {
        text.Gauge(
            "timerprobe_scan_muted_findings", "How many findings the configuration mutes, by rule and severity; none has no sample.");
        foreach (var group in (muting?.Muted ?? []).GroupBy(muted => (muted.Finding.Rule, muted.Finding.Severity)))
        {
            text.Sample(
                "timerprobe_scan_muted_findings",
                group.Count(),
                ("rule", group.Key.Rule),
                ("severity", group.Key.Severity.ToDocumentName()));
        }

        text.Single(
            "timerprobe_scan_expired_mutes",
            "How many mutes of the configuration have expired and mute nothing.",
            muting?.Expired.Count ?? 0);
    }
}
