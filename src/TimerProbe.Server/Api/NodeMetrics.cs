using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace TimerProbe.Server.Api;

internal sealed class NodeMetrics(ServerContext context, LatestFleet latest, NodeService node, RunningScans scans, FleetStore store)
{
    private const string OpenMetrics = "application/openmetrics-text";
    private const string OpenMetricsInFull = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private const string PlainText = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>ASP.NET Core 10 leaves what was asked and answered out of a trace, unless this is off.</summary>
    private const string LeavesOut = "Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData";

    private static readonly string[] Meters = ["Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Runtime"];

    /// <summary>Why this node does not show the fleet as it is, or takes no work, in a word; null when it is ready.</summary>
    public string? NotReadyReason => !latest.IsCurrent || latest.AwaySince is not null ? "store" : node.IsReady ? null : node.Now.Name;

    public static void Export(IServiceCollection services, string node, Uri collector)
    {
        AppContext.SetSwitch(LeavesOut, isEnabled: false);
        services.AddOpenTelemetry()
            .ConfigureResource(resource =>
                resource.AddService("timerprobe-server", serviceVersion: ServerContext.Tool.Version, serviceInstanceId: node))
            .WithTracing(traces => traces.AddSource("Microsoft.AspNetCore").AddOtlpExporter(To))
            .WithMetrics(metrics => metrics.AddMeter(Meters).AddOtlpExporter(To));

        void To(OtlpExporterOptions exporter) => exporter.Endpoint = collector;
    }

    public async Task<IResult> WriteAsync(HttpRequest request)
    {
        await using var text = new StringWriter(CultureInfo.InvariantCulture);
        var isOpenMetrics = request.GetTypedHeaders().Accept.Any(accepted =>
            accepted.MediaType.Equals(OpenMetrics, StringComparison.OrdinalIgnoreCase));
        await WriteAsync(new MetricText(text), isOpenMetrics, request.HttpContext.RequestAborted);
        return Results.Text(text.ToString(), isOpenMetrics ? OpenMetricsInFull : PlainText);
    }

    private async Task WriteAsync(MetricText text, bool isOpenMetrics, CancellationToken cancellationToken)
    {
        var fleet = latest.Now;
        var isRead = fleet.Version != FleetView.Empty.Version;
        var (pending, oldest) = await store.Alerts.PendingAsync(cancellationToken);
        var (watching, silent) = await store.Watches.CountAsync(cancellationToken);
        var vcenters = VCenterView.From(fleet);
        text.Machines<MachineCounts>(
            "timerprobe_fleet",
            "How many virtual machines there are in the latest scans, by where they are; templates left out.",
            isRead ? [fleet.Report.Counts] : [],
            counts => counts,
            _ => []);
        text.Single(
            "timerprobe_fleet_slow_virtual_machines", "How many virtual machines were measured slow in the guest.", isRead ? fleet.Report.Counts.Slow : null);
        text.Single(
            "timerprobe_fleet_unknown_guests",
            "How many guests saved or submitted a check, and are no virtual machine of the latest scans.",
            isRead ? fleet.UnknownGuests.Count : null);
        text.Each(
            "timerprobe_server_watches",
            "How many guests' watches are heard of, and how many have said nothing for two hours.",
            new[] { ("watching", watching), ("silent", silent) },
            watches => watches.Item2,
            watches => [("state", watches.Item1)]);
        text.Machines(
            "timerprobe_fleet_vcenter",
            "How many virtual machines a vcenter has, by where they are.",
            [.. vcenters.Where(vcenter => vcenter.Machines is not null)],
            vcenter => vcenter.Machines!,
            vcenter => [("server", vcenter.Server)]);
        text.Machines(
            "timerprobe_fleet_cluster",
            "How many virtual machines a cluster has, by where they are.",
            [.. fleet.Report.Clusters.Where(cluster => cluster.Facts is not null)],
            cluster => cluster.Counts,
            cluster => [("server", cluster.VCenter.Server), ("cluster", cluster.Name), ("cluster_id", cluster.Facts!.Id)]);
        Each(
            "last_read_timestamp_seconds",
            "When the latest scan of a vCenter started that read it, as Unix time; none has no sample.",
            vcenter => MetricText.Unix(vcenter.ReadAt));
        Each("scan_seconds", "How long that scan took.", vcenter => vcenter.TookSeconds);
        Each("failures", "How many times in a row a vCenter did not answer.", vcenter => vcenter.Failures);
        text.Each(
            "timerprobe_fleet_findings",
            "How many findings there are of each rule and severity; none has no sample.",
            fleet.Report.Document.Findings.CountBy(finding => (finding.Rule, finding.Severity)),
            group => group.Value,
            group => [("rule", group.Key.Rule), ("severity", group.Key.Severity.ToDocumentName())]);
        text.Single("timerprobe_server_pending_alerts", "How many alerts of the store are yet to be delivered.", pending);
        text.Single(
            "timerprobe_server_oldest_pending_alert_timestamp_seconds",
            "When the oldest alert was made that is yet to be delivered, as Unix time; no sample where there is none.",
            MetricText.Unix(oldest));
        text.Single("timerprobe_server_ready", "Whether this node is ready, as /readyz says: 1 or 0.", NotReadyReason is null ? 1 : 0);
        text.Single("timerprobe_server_stalled_jobs", "How many scans and reports are due, and nothing begins them.", node.Stalled.Count);
        text.Single("timerprobe_server_running_scans", "How many scans run on this node.", scans.Count);
        text.Counter(
            isOpenMetrics ? "timerprobe_server_scans" : "timerprobe_server_scans_total",
            "How many scans ended on this node since it started, by what became of them.");
        foreach (var (result, count) in scans.Results)
        {
            text.Sample("timerprobe_server_scans_total", count, ("result", result));
        }

        text.Single("timerprobe_server_info", "The program; always 1.", 1, ("version", ServerContext.Tool.Version), ("node", context.Node));
        text.End();

        void Each(string name, string help, Func<VCenterView, double?> value) =>
            text.Each("timerprobe_fleet_vcenter_" + name, help, vcenters, value, vcenter => [("server", vcenter.Server)]);
    }
}
