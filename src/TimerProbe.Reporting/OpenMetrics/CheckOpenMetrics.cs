using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A check document as gauges, in base units, for a textfile collector.</summary>
public static class CheckOpenMetrics
{
    /// <summary>Writes all the families of one check.</summary>
    public static void Write(CheckDocument document, MetricView view, TextWriter output)
    {
        var text = new MetricText(output);
        text.Which(
            "timerprobe_check_state", "The verdict: 1 for the state the clock is in, 0 for the others.", "state", document.Verdict.State);
        WriteCause(text, document.Verdict.Cause, view.HasDetails);
        WriteCosts(text, document.Clocks, view.HasDetails);
        WriteFindings(text, document.Findings, view.HasDetails);
        text.Single(
            "timerprobe_check_starved",
            "Whether the process did not get its processor: 1 yes, 0 no.",
            document.Control.Starved || Starvation.IsUnder(document.Machine) ? 1 : 0);
        text.Single("timerprobe_check_timestamp_seconds", "When the check started, as Unix time.", MetricText.Unix(document.StartedAt));
        text.Single(
            "timerprobe_check_measuring_seconds", "Wall-clock time spent measuring for the verdict.", document.Timing.MeasuringMs / 1e3);
        text.Single(
            "timerprobe_check_info",
            "The machine and the program; always 1.",
            1,
            ("machine", document.Machine.Name),
            ("hypervisor", document.Machine.Hypervisor.Name ?? ""),
            ("version", document.Tool.Version));
        view.WriteStore(text, "check");
        text.End();
    }

    private static void WriteFindings(MetricText text, IReadOnlyList<Finding> findings, bool hasDetails)
    {
        text.FindingCounts("timerprobe_check_", findings);
        text.Gauge("timerprobe_check_finding", "1 for each finding, by its rule and severity.");
        foreach (var finding in hasDetails ? findings : [])
        {
            text.Sample("timerprobe_check_finding", 1, ("rule", finding.Rule), ("severity", finding.Severity.ToDocumentName()));
        }
    }

    private static void WriteCause(MetricText text, ClockCause holds, bool hasDetails)
    {
        text.Gauge("timerprobe_check_cause", "Why: 1 for the cause; with details 0 for the others.");
        foreach (var cause in hasDetails ? Enum.GetValues<ClockCause>() : [holds])
        {
            text.Sample("timerprobe_check_cause", cause == holds ? 1 : 0, ("cause", cause.ToDocumentName()));
        }
    }

    private static void WriteCosts(MetricText text, IReadOnlyList<ClockFacts> clocks, bool hasDetails)
    {
        text.Gauge(
            "timerprobe_check_call_seconds",
            "The cost of one call: the median of the batches of the precise time; with details of every clock, with its bounds and the 99th percentile.");
        foreach (var clock in clocks.Where(clock => hasDetails || clock.Source == ClockSource.PreciseTime))
        {
            if (clock.CallNs is not { } cost)
            {
                continue;
            }

            var stats = new[] { ("median", cost.Median), ("low", cost.Low), ("high", cost.High), ("p99", cost.P99) };
            foreach (var (stat, value) in stats.Take(hasDetails ? 4 : 1))
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
}
