using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace TimerProbe.Server.Api;

/// <summary>Traces and metrics of a node, sent to a collector.</summary>
internal static class Telemetry
{
    /// <summary>ASP.NET Core 10 leaves what was asked and answered out of a trace, unless this is off.</summary>
    private const string LeavesOut = "Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData";

    private static readonly string[] Meters = ["Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Runtime"];

    /// <summary>Sends them by OTLP.</summary>
    /// <param name="services">Where it is added.</param>
    /// <param name="node">The name of the node.</param>
    /// <param name="collector">Where the collector listens.</param>
    public static void Add(IServiceCollection services, string node, Uri collector)
    {
        AppContext.SetSwitch(LeavesOut, isEnabled: false);
        services.AddOpenTelemetry()
            .ConfigureResource(resource => resource.AddService("timerprobe-server", serviceVersion: ServerContext.Tool.Version, serviceInstanceId: node))
            .WithTracing(traces => traces.AddSource("Microsoft.AspNetCore").AddOtlpExporter(To))
            .WithMetrics(metrics => metrics.AddMeter(Meters).AddOtlpExporter(To));

        void To(OtlpExporterOptions exporter) => exporter.Endpoint = collector;
    }
}
