using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A document about a SQL Server as gauges, in base units, each with the instance's name: one collector may ask several.</summary>
public static class SqlOpenMetrics
{
    private const string Prefix = "timerprobe_sql_";

    /// <summary>All the families of one run.</summary>
    public static string Write(SqlDocument document)
    {
        var text = new MetricText();
        var server = ("server", document.Server.Name);
        WriteVerdict(text, document.Verdict, server);
        WriteWorkloads(text, document, server);
        WriteStatementCost(text, document, server);
        WriteClockCall(text, document, server);
        WriteFindings(text, document.Findings, server);
        Single(text, "tsc_hertz", "The rate of the guest's TSC, cpu_ticks over ms_ticks.", document.Server.TscHz?.Hertz, server);
        Single(text, "timestamp_seconds", "When the run started, as Unix time.", document.StartedAt.ToUnixTimeMilliseconds() / 1e3, server);
        Single(text, "seconds", "Wall-clock time of the run.", document.Timing.TotalMs / 1e3, server);
        text.Gauge(Prefix + "info", "The instance and the program; always 1.");
        text.Sample(
            Prefix + "info",
            1,
            server,
            ("engine", document.Server.Engine),
            ("server_version", document.Server.Version ?? ""),
            ("edition", document.Server.Edition ?? ""),
            ("time_source", document.Server.TimeSource ?? ""),
            ("version", document.Tool.Version));
        return text.ToString();
    }

    private static void WriteVerdict(MetricText text, SqlVerdict verdict, (string, string) server)
    {
        text.Gauge(Prefix + "state", "The verdict: 1 for the state the server is in, 0 for the others.");
        foreach (var state in Enum.GetValues<SqlState>())
        {
            text.Sample(Prefix + "state", state == verdict.State ? 1 : 0, server, ("state", state.ToDocumentName()));
        }

        text.Gauge(Prefix + "cause", "Why: 1 for the cause, 0 for the others.");
        foreach (var cause in Enum.GetValues<SqlCause>())
        {
            text.Sample(Prefix + "cause", cause == verdict.Cause ? 1 : 0, server, ("cause", cause.ToDocumentName()));
        }
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
                WriteInterval(text, "iteration_seconds", cost.Median, cost.Low, cost.High, server, ("workload", workload.Name.ToDocumentName()));
            }
        }
    }

    private static void WriteStatementCost(MetricText text, SqlDocument document, (string, string) server)
    {
        text.Gauge(Prefix + "statement_cost_seconds", "What one more T-SQL statement costs: the median of pairs of functions and its bounds.");
        if (document.StatementCostNs is { } price)
        {
            WriteInterval(text, "statement_cost_seconds", price.Median, price.Low, price.High, server);
        }
    }

    private static void WriteClockCall(MetricText text, SqlDocument document, (string, string) server)
    {
        text.Gauge(Prefix + "clock_call_seconds", "What asking for the time costs inside the server: the median of pairs of loops and its bounds.");
        if (document.ClockCallNs is { } call)
        {
            WriteInterval(text, "clock_call_seconds", call.Median, call.Low, call.High, server);
        }
    }

    private static void WriteInterval(MetricText text, string name, Duration median, Duration low, Duration high, params (string, string)[] labels)
    {
        foreach (var (stat, value) in new[] { ("median", median), ("low", low), ("high", high) })
        {
            text.Sample(Prefix + name, Math.Round(value.Nanoseconds, 3) / 1e9, [.. labels, ("stat", stat)]);
        }
    }

    private static void WriteFindings(MetricText text, IReadOnlyList<Finding> findings, (string, string) server)
    {
        text.Gauge(Prefix + "findings", "How many findings there are of each severity.");
        foreach (var severity in Enum.GetValues<Severity>())
        {
            text.Sample(Prefix + "findings", findings.Count(finding => finding.Severity == severity), server, ("severity", severity.ToDocumentName()));
        }

        text.Gauge(Prefix + "finding", "1 for each finding, by its rule and severity.");
        foreach (var finding in findings)
        {
            text.Sample(Prefix + "finding", 1, server, ("rule", finding.Rule), ("severity", finding.Severity.ToDocumentName()));
        }
    }

    private static void Single(MetricText text, string name, string help, double? value, (string, string) server)
    {
        text.Gauge(Prefix + name, help);
        if (value is { } known)
        {
            text.Sample(Prefix + name, known, server);
        }
    }
}
