using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace TimerProbe.Server.Api;

internal sealed class NodeMetrics(ServerContext context, LatestFleet latest, NodeState node, RunningScans scans, FleetStore store)
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
        var figures = await FiguresAsync(request.HttpContext.RequestAborted);
        await using var text = new StringWriter(CultureInfo.InvariantCulture);
        var isOpenMetrics = request.GetTypedHeaders().Accept.Any(accepted =>
            accepted.MediaType.Equals(OpenMetrics, StringComparison.OrdinalIgnoreCase));
        ServerOpenMetrics.Write(figures, text, isOpenMetrics);
        return Results.Text(text.ToString(), isOpenMetrics ? OpenMetricsInFull : PlainText);
    }

    private async Task<ServerFigures> FiguresAsync(CancellationToken cancellationToken)
    {
        var fleet = latest.Now;
        var (pending, oldest) = await store.Alerts.PendingAsync(cancellationToken);
        var (watching, silent) = await store.Watches.CountAsync(cancellationToken);
        return new ServerFigures
        {
            Version = ServerContext.Tool.Version,
            Node = context.Node,
            Machines = fleet.Version == FleetView.Empty.Version ? null : fleet.Report.Counts,
            UnknownGuests = fleet.Version == FleetView.Empty.Version ? null : fleet.UnknownGuests.Count,
            Watches = watching,
            SilentWatches = silent,
            VCenters =
            [
                .. VCenterView.From(fleet)
                    .Select(scan => (scan.Server, scan.ReadAt, scan.TookSeconds, scan.Failures, scan.Machines))
            ],
            Clusters = [.. fleet.Report.Clusters.Where(cluster => cluster.Facts is not null)],
            Findings =
            [
                .. fleet.Report.Document.Findings.CountBy(finding => (finding.Rule, finding.Severity.ToDocumentName()))
                    .Select(item => (item.Key.Rule, item.Key.Item2, item.Value))
            ],
            PendingAlerts = pending,
            OldestPendingAlertAt = oldest,
            IsReady = NotReadyReason is null,
            StalledJobs = node.Stalled.Count,
            RunningScans = scans.Count,
            Scans = scans.Results,
        };
    }
}
