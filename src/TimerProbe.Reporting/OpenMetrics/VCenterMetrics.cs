using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>What a scan found at each vCenter, and what reading it cost. A server that was given twice counts as one.</summary>
internal static class VCenterMetrics
{
    public static void Write(MetricText text, ScanDocument document)
    {
        var servers = document.VCenters.GroupBy(vcenter => vcenter.Server, StringComparer.Ordinal).ToList();
        WriteStatus(text, servers);
        Each(text, servers, "timerprobe_scan_vcenter_problems", "How many things could not be read.", vcenter => vcenter.Problems.Count);
        WriteClocks(text, servers);
        Each(text, servers, "timerprobe_scan_vcenter_hosts", "How many hosts it has.", vcenter => vcenter.Hosts.Count);
        Each(text, servers, "timerprobe_scan_vcenter_templates", "How many templates it holds.", vcenter => vcenter.Templates);
        text.Gauge("timerprobe_scan_vcenter_virtual_machines", "How many virtual machines it has, by where they are; templates left out.");
        foreach (var server in servers)
        {
            FleetMetrics.WritePlacements(text, "timerprobe_scan_vcenter_virtual_machines", MachineCounts.From(server.SelectMany(vcenter => vcenter.VirtualMachines)), ("server", server.Key));
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
        text.Gauge(name, "How far its clock is ahead of the scanner's, negative when behind; one that it did not tell has no sample.");
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
            text.Sample("timerprobe_scan_step_seconds", step.Sum(each => each.Ms) / 1e3, ("server", step.Key.Server), ("step", step.Key.Name));
        }

        text.Gauge("timerprobe_scan_step_requests", "The requests each step sent.");
        foreach (var step in steps)
        {
            text.Sample("timerprobe_scan_step_requests", step.Sum(each => each.Requests), ("server", step.Key.Server), ("step", step.Key.Name));
        }
    }

    private static void Each(MetricText text, List<IGrouping<string, VCenterFacts>> servers, string name, string help, Func<VCenterFacts, int> count)
    {
        text.Gauge(name, help);
        foreach (var server in servers)
        {
            text.Sample(name, server.Sum(count), ("server", server.Key));
        }
    }
}
