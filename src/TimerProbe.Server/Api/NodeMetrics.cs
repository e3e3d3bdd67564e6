using System.Globalization;
using TimerProbe.Core.Json;
using TimerProbe.Fleet;
using TimerProbe.Reporting.OpenMetrics;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Api;

/// <summary>The fleet, and this node, for a monitoring that asks.</summary>
internal static class NodeMetrics
{
    private const string MediaType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>All of them as text.</summary>
    public static async Task<IResult> WriteAsync(ServerContext context, LatestFleet latest, FleetStore store, CancellationToken cancel)
    {
        var fleet = latest.Now;
        var (pending, oldest) = await store.Alerts.PendingAsync(cancel);
        await using var text = new StringWriter(CultureInfo.InvariantCulture);
        ServerOpenMetrics.Write(
            new ServerFigures
            {
                Version = ServerContext.Tool.Version,
                Node = context.Node,
                Machines = fleet.Counts,
                VCenters =
                [
                    .. ScanView.Of(fleet).Select(scan => new VCenterFigures(scan.VCenter, scan.ReadAt, scan.TookSeconds, scan.Failures, scan.Machines)),
                ],
                Findings = [.. fleet.Findings.CountBy(finding => (finding.Rule, finding.Severity.ToDocumentName())).Select(each => (each.Key.Rule, each.Key.Item2, each.Value))],
                PendingAlerts = pending,
                OldestPendingAlertAt = oldest,
            },
            text);
        return Results.Text(text.ToString(), MediaType);
    }
}
