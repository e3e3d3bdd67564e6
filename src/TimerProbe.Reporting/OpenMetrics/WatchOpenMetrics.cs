using TimerProbe.Core.Json;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>The state of a run of <c>watch</c>, as gauges in base units, for a textfile collector.</summary>
public static class WatchOpenMetrics
{
    /// <summary>Writes all the families. Those of the level are there from the first level on.</summary>
    public static void Write(WatchSnapshot now, TextWriter output)
    {
        var text = new MetricText(output);
        if (now is { Level: { } level, LevelSince: { } since })
        {
            WriteLevel(text, level, since);
        }

        if (now.Last is { } last)
        {
            WriteLast(text, last);
        }

        WriteCosts(text, now.Clocks);
        WriteCounts(text, now);
        if (now.Rates is { } rates)
        {
            WriteRates(text, rates);
        }

        text.Single("timerprobe_watch_start_timestamp_seconds", "When watching began, as Unix time.", MetricText.Unix(now.StartedAt));
        text.Single("timerprobe_watch_cpu_seconds", "Processor time that watching took since it began.", now.Cost.CpuMs / 1e3);
        text.Single("timerprobe_watch_cpu_share", "The same as a share of one processor: 0.001 is 0.1 %.", now.Cost.CpuShare);
        text.Single(
            "timerprobe_watch_info",
            "The machine and the program; always 1.",
            1,
            ("machine", now.Machine.Name),
            ("hypervisor", now.Machine.Hypervisor.Name ?? ""),
            ("version", now.Version));
        text.End();
    }

    private static void WriteLevel(MetricText text, WatchLevel level, DateTimeOffset since)
    {
        text.Which("timerprobe_watch_state", "1 for the state the clock is in, 0 for the others.", "state", level.State);
        text.Which("timerprobe_watch_cause", "Why: 1 for the cause, 0 for the others.", "cause", level.Cause);
        text.Single(
            "timerprobe_watch_level_timestamp_seconds", "Since when reading the clock costs what it does, as Unix time.", MetricText.Unix(since));
    }

    private static void WriteLast(MetricText text, WatchSample last)
    {
        text.Single("timerprobe_watch_sample_timestamp_seconds", "When the last sample was taken, as Unix time.", MetricText.Unix(last.Moment.Wall));
        text.Single(
            "timerprobe_watch_starved",
            "Whether the process did not get its processor at the last sample: 1 yes, 0 no.",
            last.Served ? 0 : 1);
        text.Gauge("timerprobe_watch_sample_seconds", "The cost of one call at the last sample: the median of its batches.");
        foreach (var (source, cost) in new[]
        {
            ("preciseTime", last.Intervals.PreciseTime.Median), ("timestampCounter", last.Intervals.TimestampCounter?.Median), ("vmExit", last.Intervals.VmExit?.Median),
        })
        {
            Cost(text, "timerprobe_watch_sample_seconds", cost, ("source", source));
        }
    }

    private static void WriteCosts(MetricText text, IReadOnlyList<ClockHistogram> clocks)
    {
        if (clocks.Count > 0)
        {
            text.Gauge(
                "timerprobe_watch_call_seconds",
                "The cost of one call since watching began, over the batches of samples that were served.");
        }

        foreach (var clock in clocks)
        {
            foreach (var (stat, cost) in new[]
            {
                ("min", clock.MinNs),
                ("p50", clock.P50Ns),
                ("p90", clock.P90Ns),
                ("p99", clock.P99Ns),
                ("max", clock.MaxNs)
            })
            {
                Cost(text, "timerprobe_watch_call_seconds", cost, ("source", clock.Source.ToDocumentName()), ("stat", stat));
            }
        }
    }

    private static void WriteCounts(MetricText text, WatchSnapshot now)
    {
        var samples = now.Samples;
        text.Gauge("timerprobe_watch_samples", "Samples since watching began, by the verdict of each alone.");
        foreach (var (state, count) in new[]
        {
            ("healthy", samples.Healthy), ("check", samples.Check), ("suspicious", samples.Suspicious), ("slow", samples.Slow), ("unclear", samples.Unclear),
        })
        {
            text.Sample("timerprobe_watch_samples", count, ("state", state));
        }

        text.Single(
            "timerprobe_watch_starved_samples", "Samples since watching began whose process did not get its processor.", samples.Starved);
        text.Gauge("timerprobe_watch_events", "What was seen since watching began: changes and the like, by kind.");
        foreach (var (kind, count) in now.Events.OrderBy(pair => pair.Key, StringComparer.Ordinal))
        {
            text.Sample("timerprobe_watch_events", count, ("kind", kind));
        }
    }

    private static void WriteRates(MetricText text, WatchRates rates)
    {
        text.Gauge(
            "timerprobe_watch_rate_ratio",
            "By how much one clock ran ahead of another over the last window, as a share: 0.000001 is 1 ppm.");
        foreach (var (pair, rate) in new[]
        {
            (RatePair.PreciseAgainstCoarse, rates.PreciseAgainstCoarsePpm),
            (RatePair.WallAgainstMonotonic, rates.WallAgainstMonotonicPpm),
            (RatePair.CounterAgainstReference, rates.CounterAgainstReferencePpm)
        })
        {
            if (rate is { } known)
            {
                text.Sample("timerprobe_watch_rate_ratio", Math.Round(known.Value, 3) / 1e6, ("pair", pair.ToDocumentName()));
            }
        }
    }

    private static void Cost(MetricText text, string name, Duration? cost, params (string Name, string Value)[] labels)
    {
        if (cost is { } known)
        {
            text.Sample(name, Math.Round(known.Nanoseconds, 3) / 1e9, labels);
        }
    }
}
