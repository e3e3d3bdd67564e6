using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Watching;
using TimerProbe.Reporting;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Watch;

internal static class WatchText
{
    private const int KindWidth = 11;

    /// <summary>The line with the newline that ends it; never wrapped.</summary>
    public static string Write(WatchLine line, TextStyle style)
    {
        var (kind, what, kindStyle) = Describe(line);
        return Page.Text(style, page => page.Line(
            (Invariant($"{line.At.UtcDateTime:yyyy-MM-dd HH:mm:ss}Z  "), Styles.Faint),
            (kind.PadRight(KindWidth), kindStyle),
            (PlainText.OneLine(what).Replace("->", style.Arrow, StringComparison.Ordinal), null)));
    }

    public static string Words(WatchLine line) => $"{Clock(line.At)} {Describe(line).What}";

    private static (string Kind, string What, Style? Style) Describe(WatchLine line) => line switch
    {
        WatchStarted started => (
            "watching",
            Invariant($"{started.Machine.Name} every {started.EverySeconds:0.###} s, timerprobe {started.Tool.Version}"),
            Styles.None),
        WatchLevelFound found => ("level", WatchLineText.Format(found.Level), Styles.Of(found.Level.State)),
        WatchChanged change => (
            "change",
            Invariant($"{WatchLineText.Format(change)}; after {Clock(change.LastBefore.At)}, certain at {Clock(change.Confirmed.At)}{Beside(change.Near)}"),
            Styles.Of(change.To.State)),
        WatchDrifted drift => (
            "drift",
            WatchLineText.Format(drift) + Beside(drift.Near),
            Styles.Of(drift.Apart ? ClockState.Slow : ClockState.Healthy)),
        WatchClockStepped step => ("clock step", WatchLineText.Format(step) + Beside(step.Near), Styles.Strong),
        WatchSuspended suspended => ("suspended", WatchLineText.Format(suspended) + Beside(suspended.Near), Styles.Strong),
        WatchHostChanged host => (
            "host",
            Invariant($"{WatchLineText.Format(host)}; after {Clock(host.LastBefore)}{Beside(host.Near)}"),
            Styles.Strong),
        WatchSampled sample => ("sample", Sample(sample), Styles.None),
        WatchSummary summary => ("summary", Summary(summary), Styles.None),
        WatchEnded ended => ("ended", Ended(ended), Styles.None),
        _ => ("", "", Styles.None),
    };

    private static string Sample(WatchSampled sample)
    {
        var state = sample.State.ToDocumentName() + (sample.Cause == ClockCause.None ? "" : $" ({sample.Cause.ToDocumentName()})");
        var tsc = sample.TimestampCounterNs is { } cost ? $", RDTSC {cost}" : "";
        return Invariant(
            $"{sample.Sample}: {state}, precise time {sample.PreciseTimeNs}{tsc}{(sample.Starved ? ", starved: does not count in full" : "")}");
    }

    private static string Summary(WatchSummary summary)
    {
        var starved = summary.Samples.Starved > 0 ? Invariant($", {summary.Samples.Starved:#,0} starved") : "";
        var precise = summary.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime) is { } clock
            ? Invariant($"; precise time {clock.P50Ns}, 99 % below {clock.P99Ns}")
            : "";
        return Invariant(
            $"{Length(summary.OverSeconds)}: {Counted.Of(summary.Samples.Taken, "sample")}{starved}{precise}; {Cost(summary.Cost)}");
    }

    private static string Ended(WatchEnded ended)
    {
        var level = ended.Level is { } known ? WatchLineText.Format(known) : "too short to say how the clock is";
        return Invariant(
            $"{Reason(ended.Reason)}: {level}; {Counted.Of(ended.Samples.Taken, "sample")}, {Counted.Of(ended.Changes, "change")}, {Cost(ended.Cost)}");
    }

    private static string Beside(IReadOnlyList<WatchNeighbour> near) => near.Count == 0
        ? ""
        : "; at about that time: " + string.Join("; ", near.Select(neighbour => $"{Clock(neighbour.At)} {neighbour.What}"));

    private static string Reason(WatchEnd reason) => reason == WatchEnd.Stopped ? "stopped" : "the time is up";

    private static string Length(double seconds) => seconds switch
    {
        < 120 => Invariant($"{seconds:0} s"),
        < 7200 => Invariant($"{seconds / 60:0} min"),
        _ => Invariant($"{seconds / 3600:0.#} h"),
    };

    private static string Cost(WatchCost cost) => Invariant($"watching took {cost.CpuShare * 100:0.###} % of one CPU");

    private static string Clock(DateTimeOffset at) => Invariant($"{at.UtcDateTime:HH:mm:ss}");
}
