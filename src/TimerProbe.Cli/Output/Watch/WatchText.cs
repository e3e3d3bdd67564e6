using Spectre.Console;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Reporting;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Watch;

internal static class WatchText
{
    /// <summary>How many costs the block of the present state draws.</summary>
    public const int Recent = 40;

    private const int KindWidth = 11;
    private const int LabelWidth = 9;
    private const string Bars = "▁▂▃▄▅▆▇█";
    private const string AsciiBars = "_.-~+=*#";

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

    /// <summary>
    /// The lines of the present state, none wider than the terminal; the oldest of the <c>costs</c> comes first, and before the first
    /// event there is no <c>lastEvent</c>.
    /// </summary>
    public static string Block(WatchSnapshot now, IReadOnlyList<Duration> costs, string? lastEvent, TextStyle style)
    {
        var level = now.Level;
        var bars = string.Concat(costs.Select(cost => Bar(cost, style)));
        var changes = Counted.Number(now.Events.GetValueOrDefault("change"));
        return Page.Text(style, page =>
        {
            Line(page, "now", State(now), level is null ? Styles.None : Styles.Of(level.State));
            Line(page, "cost", Cost(costs));
            Line(page, "recent", $"{bars}  10 ns to 100 us, {Counted.Of(now.Samples.Taken, "sample")}");
            Line(page, "changes", changes + (lastEvent is null ? "" : $"; last {lastEvent}"));
        });
    }

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

    private static void Line(Page page, string label, string text, Style? shown = null)
    {
        // A terminal wraps a line that fills its last column.
        var room = page.Style.Width - LabelWidth - 1;
        var line = LineWidth.Fit(PlainText.OneLine(text).Replace("->", page.Style.Arrow, StringComparison.Ordinal), room, page.Style);
        page.Line((label.PadRight(LabelWidth), Styles.Faint), (line, shown));
    }

    private static string State(WatchSnapshot now) => now switch
    {
        { Level: { } level, LevelSince: var since } =>
            level.State.ToDocumentName().ToUpperInvariant() + (level.Cause == ClockCause.None ? "" : $" ({level.Cause.ToDocumentName()})")
            + Invariant($" since {(since ?? now.StartedAt).UtcDateTime:yyyy-MM-dd HH:mm:ss}Z"),
        { Last: null } => "measuring",
        _ => "measuring: the first samples set the level",
    };

    private static string Cost(IReadOnlyList<Duration> costs) => costs switch
    {
        [] => "",
        [.., var cost] when cost <= VerdictTable.NormalTo => $"{cost} a clock read: normal",
        [.., var cost] => Invariant($"{cost} a clock read: {cost / VerdictTable.HealthyCost:0.#} times normal"),
    };

    /// <summary>A bar for each cost on a logarithmic scale of four decades.</summary>
    private static char Bar(Duration cost, TextStyle style)
    {
        var bars = style is { Unicode: true, Symbols: true } ? Bars : AsciiBars;
        return bars[(int)Math.Clamp(Math.Log10(cost.Nanoseconds / 10) / 4 * bars.Length, 0, bars.Length - 1)];
    }
}
