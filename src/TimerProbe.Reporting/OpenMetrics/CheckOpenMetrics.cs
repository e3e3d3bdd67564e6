using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A check document as gauges, in base units, for a textfile collector.</summary>
public static class CheckOpenMetrics
{
    /// <summary>All the families of one check.</summary>
    public static string Write(CheckDocument document)
    {
        var text = new MetricText();
        WriteStates(text, document.Verdict);
        WriteCosts(text, document.Clocks);
        WriteFindings(text, document.Findings);
        WriteRules(text, document.Findings);
        Single(text, "timerprobe_check_starved", "Whether the process was kept from its processor: 1 yes, 0 no.", document.Control.Starved || Starvation.IsUnder(document.Machine) ? 1 : 0);
        Single(text, "timerprobe_check_timestamp_seconds", "When the check started, as Unix time.", document.StartedAt.ToUnixTimeMilliseconds() / 1e3);
        Single(text, "timerprobe_check_measuring_seconds", "Wall-clock time spent measuring for the verdict.", document.Timing.MeasuringMs / 1e3);
        text.Gauge("timerprobe_check_info", "The machine and the program; always 1.");
        text.Sample(
            "timerprobe_check_info",
            1,
            ("machine", document.Machine.Name),
            ("hypervisor", document.Machine.Hypervisor.Name ?? ""),
            ("version", document.Tool.Version));
        return text.ToString();
    }

    private static void WriteStates(MetricText text, Verdict verdict)
    {
        text.Gauge("timerprobe_check_state", "The verdict: 1 for the state the clock is in, 0 for the others.");
        foreach (var state in Enum.GetValues<ClockState>())
        {
            text.Sample("timerprobe_check_state", state == verdict.State ? 1 : 0, ("state", state.ToDocumentName()));
        }

        text.Gauge("timerprobe_check_cause", "Why: 1 for the cause, 0 for the others.");
        foreach (var cause in Enum.GetValues<ClockCause>())
        {
            text.Sample("timerprobe_check_cause", cause == verdict.Cause ? 1 : 0, ("cause", cause.ToDocumentName()));
        }
    }

    private static void WriteCosts(MetricText text, IReadOnlyList<ClockFacts> clocks)
    {
        text.Gauge("timerprobe_check_call_seconds", "The cost of one call: the median of the batches, its bounds, and the 99th percentile.");
        foreach (var clock in clocks)
        {
            if (clock.CallNs is not { } cost)
            {
                continue;
            }

            foreach (var (stat, value) in new[] { ("median", cost.Median), ("low", cost.Low), ("high", cost.High), ("p99", cost.P99) })
            {
                text.Sample(
                    "timerprobe_check_call_seconds",
                    Math.Round(value.Nanoseconds, 3) / 1e9,
                    ("source", clock.Source.ToDocumentName()),
                    ("api", clock.Api),
                    ("stat", stat));
            }
        }
    }

    private static void WriteFindings(MetricText text, IReadOnlyList<Finding> findings)
    {
        text.Gauge("timerprobe_check_findings", "How many findings there are of each severity.");
        foreach (var severity in Enum.GetValues<Severity>())
        {
            text.Sample("timerprobe_check_findings", findings.Count(finding => finding.Severity == severity), ("severity", severity.ToDocumentName()));
        }
    }

    private static void WriteRules(MetricText text, IReadOnlyList<Finding> findings)
    {
        text.Gauge("timerprobe_check_finding", "1 for each finding, by its rule and severity.");
        foreach (var finding in findings)
        {
            text.Sample("timerprobe_check_finding", 1, ("rule", finding.Rule), ("severity", finding.Severity.ToDocumentName()));
        }
    }

    private static void Single(MetricText text, string name, string help, double value)
    {
        text.Gauge(name, help);
        text.Sample(name, value);
    }
}
