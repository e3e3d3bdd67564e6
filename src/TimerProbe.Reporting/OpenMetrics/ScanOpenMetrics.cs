using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A scan document as gauges, in base units, for a textfile collector.</summary>
public static class ScanOpenMetrics
{
    /// <summary>Every away machine is a series of its own: more than this would burden the monitoring.</summary>
    public const int MostAwayMachines = 1_000;

    /// <summary>All the families of one scan.</summary>
    public static string Write(ScanDocument document)
    {
        var text = new MetricText();
        FleetMetrics.Write(text, document);
        VCenterMetrics.Write(text, document);
        ClusterMetrics.Write(text, document.VCenters);
        WriteAway(text, document.VCenters);
        WriteMeasured(text, document.VCenters);
        WriteFindings(text, document.Findings);
        Single(text, "timerprobe_scan_requests", "The requests sent, to all vCenters.", document.Timing.Requests);
        Single(text, "timerprobe_scan_seconds", "Wall-clock time from the start of the program to the document.", document.Timing.TotalMs / 1e3);
        Single(text, "timerprobe_scan_timestamp_seconds", "When the scan started, as Unix time.", document.StartedAt.ToUnixTimeMilliseconds() / 1e3);
        Single(text, "timerprobe_scan_tolerance_ppm", "How far two frequencies may differ and still count as one, in parts per million.", document.TolerancePpm.Value);
        text.Gauge("timerprobe_scan_info", "The program; always 1.");
        text.Sample("timerprobe_scan_info", 1, ("version", document.Tool.Version), ("anonymized", document.Anonymized ? "true" : "false"));
        return text.ToString();
    }

    private static void WriteAway(MetricText text, IReadOnlyList<VCenterFacts> vcenters)
    {
        var away = vcenters
            .SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => (vcenter.Server, Machine: machine)))
            .Where(each => each.Machine is { Placement: Placement.Away, DifferencePpm: not null })
            .DistinctBy(each => (each.Server, each.Machine.Id))
            .OrderByDescending(each => each.Machine.DifferencePpm!.Value.Magnitude.Value)
            .ToList();
        text.Gauge(
            "timerprobe_scan_away_difference_ppm",
            "For each virtual machine away from home, up to the 1,000 that are furthest: (host - home) / home, in parts per million.");
        foreach (var (server, machine) in away.Take(MostAwayMachines))
        {
            text.Sample(
                "timerprobe_scan_away_difference_ppm",
                Math.Round(machine.DifferencePpm!.Value.Value, 3),
                ("server", server),
                ("cluster", machine.Cluster ?? ""),
                ("vm", machine.Name),
                ("vm_id", machine.Id));
        }

        Single(text, "timerprobe_scan_away_left_out", "How many virtual machines away from home have no sample above.", Math.Max(0, away.Count - MostAwayMachines));
    }

    private static void WriteMeasured(MetricText text, IReadOnlyList<VCenterFacts> vcenters)
    {
        var measured = vcenters.SelectMany(vcenter => vcenter.VirtualMachines).Select(machine => machine.Guest).OfType<JoinedGuest>().ToList();
        text.Gauge("timerprobe_scan_measured_virtual_machines", "How many virtual machines have a guest's result, by its verdict.");
        foreach (var state in Enum.GetValues<Core.Facts.ClockState>())
        {
            text.Sample("timerprobe_scan_measured_virtual_machines", measured.Count(guest => guest.State == state), ("state", state.ToDocumentName()));
        }
    }

    private static void WriteFindings(MetricText text, IReadOnlyList<Finding> findings)
    {
        text.Gauge("timerprobe_scan_findings", "How many findings there are of each severity.");
        foreach (var severity in Enum.GetValues<Severity>())
        {
            text.Sample("timerprobe_scan_findings", findings.Count(finding => finding.Severity == severity), ("severity", severity.ToDocumentName()));
        }

        text.Gauge("timerprobe_scan_rule_findings", "How many findings there are of each rule and severity; none has no sample.");
        var groups = findings.GroupBy(finding => (finding.Rule, finding.Severity)).OrderBy(group => group.Key.Rule, StringComparer.Ordinal);
        foreach (var group in groups.ThenBy(group => group.Key.Severity))
        {
            text.Sample("timerprobe_scan_rule_findings", group.Count(), ("rule", group.Key.Rule), ("severity", group.Key.Severity.ToDocumentName()));
        }
    }

    private static void Single(MetricText text, string name, string help, double value)
    {
        text.Gauge(name, help);
        text.Sample(name, value);
    }
}
