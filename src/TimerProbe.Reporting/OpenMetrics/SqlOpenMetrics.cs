using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A document about a SQL Server as gauges, in base units, each with the instance's name: one collector may ask several.</summary>
public static class SqlOpenMetrics
{
    private const string Prefix = "timerprobe_sql_";

    /// <summary>Writes all the families of one run.</summary>
    public static void Write(SqlDocument document, MetricView view, TextWriter output)
    {
        var text = new MetricText(output);
        var server = ("server", document.Server.Name);
        text.Which(
            Prefix + "state", "The verdict: 1 for the state the server is in, 0 for the others.", "state", document.Verdict.State, server);
        text.Which(Prefix + "cause", "Why: 1 for the cause, 0 for the others.", "cause", document.Verdict.Cause, server);
        WriteWorkloads(text, document, server);
        WriteStatementCost(text, document, server);
        WriteClockCall(text, document, server);
        text.Findings(Prefix, hasDetails: true, document.Findings, server);
        text.Single(Prefix + "tsc_hertz", "The rate of the guest's TSC, cpu_ticks over ms_ticks.", document.Server.TscHz?.Hertz, server);
        text.Single(Prefix + "timestamp_seconds", "When the run started, as Unix time.", MetricText.Unix(document.StartedAt), server);
        text.Single(Prefix + "seconds", "Wall-clock time of the run.", document.Timing.TotalMs / 1e3, server);
        text.Single(
            Prefix + "info",
            "The instance and the program; always 1.",
            1,
            server,
            ("engine", document.Server.Engine),
            ("server_version", document.Server.Version ?? ""),
            ("edition", document.Server.Edition ?? ""),
            ("time_source", document.Server.TimeSource ?? ""),
            ("version", document.Tool.Version));
        view.WriteStore(text, "sql");
        text.End();
    }

    private static void WriteWorkloads(MetricText text, SqlDocument document, (string, string) server)
    {
        text.Gauge(Prefix + "workload_seconds", "How long a run of a workload took: the median of its runs.");
        foreach (var workload in document.Workloads.Where(workload => workload.MedianSeconds is not null))
        {
            text.Sample(Prefix + "workload_seconds", workload.MedianSeconds!.Value, server, ("workload", workload.Name.ToDocumentName()));
        }

        text.Gauge(Prefix + "iteration_seconds", "What an iteration of a workload costs: the median of its runs and its bounds.");
        foreach (var workload in document.Workloads)
        {
            if (workload.PerIteration() is { } cost)
            {
                WriteInterval(
                    text, "iteration_seconds", cost.Median, cost.Low, cost.High, server, ("workload", workload.Name.ToDocumentName()));
            }
        }
    }

    private static void WriteStatementCost(MetricText text, SqlDocument document, (string, string) server)
    {
        text.Gauge(
            Prefix + "statement_cost_seconds", "What one more T-SQL statement costs: the median of pairs of functions and its bounds.");
        if (document.StatementCostNs is { Median.Nanoseconds: > 0 } price)
        {
            WriteInterval(text, "statement_cost_seconds", price.Median, price.Low, price.High, server);
        }
    }

    private static void WriteClockCall(MetricText text, SqlDocument document, (string, string) server)
    {
        text.Gauge(
            Prefix + "clock_call_seconds",
            "What asking for the time costs inside the server: the median of pairs of loops and its bounds.");
        if (document.ClockCallNs is { Median.Nanoseconds: > 0 } call)
        {
            WriteInterval(text, "clock_call_seconds", call.Median, call.Low, call.High, server);
        }
    }

    private static void WriteInterval(
        MetricText text, string name, Duration median, Duration low, Duration high, params (string, string)[] labels)
    {
        foreach (var (stat, value) in new[] { ("median", median), ("low", low), ("high", high) })
        {
            // A difference of two loops may reach below zero; a price does not.
            text.Sample(Prefix + name, Math.Max(0, Math.Round(value.Nanoseconds, 3) / 1e9), [.. labels, ("stat", stat)]);
        }
    }
}
