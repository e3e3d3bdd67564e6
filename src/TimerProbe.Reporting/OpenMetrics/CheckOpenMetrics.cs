namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>A check document as gauges, in base units, for a textfile collector.</summary>
public static class CheckOpenMetrics
{
    public static void Write(CheckDocument document, MetricView view, TextWriter output)
    {
        var text = new MetricText(output);
        text.Which(
            "timerprobe_check_state", "The verdict: 1 for the state the clock is in, 0 for the others.", "state", document.Verdict.State);
        text.Single("timerprobe_check_cause", "Why: 1 for the cause.", 1, ("cause", document.Verdict.Cause.ToDocumentName()));
        text.Each(
            "timerprobe_check_call_seconds",
            "The cost of one call of the precise time: the median of the batches.",
            document.Clocks.Where(clock => clock.Source == ClockSource.PreciseTime).Take(1),
            clock => clock.CallNs is { } cost ? Math.Round(cost.Median.Nanoseconds, 3) / 1e9 : null,
            clock => [("source", clock.Source.ToDocumentName()), ("api", clock.Api), ("stat", "median")]);
        if (document.Time is { OffsetMs: { } offset, OffsetUncertaintyMs: { } uncertainty })
        {
            text.Single("timerprobe_check_offset_seconds", "By how much the time is ahead of the reference.", offset / 1e3);
            text.Single("timerprobe_check_offset_uncertainty_seconds", "By how much that may be wrong.", uncertainty / 1e3);
        }

        text.FindingCounts("timerprobe_check_", document.Findings);
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
        text.Store(view.Store, "check");
        text.End();
    }
}
