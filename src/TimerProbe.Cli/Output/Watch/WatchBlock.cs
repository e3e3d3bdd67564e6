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

internal static class WatchBlock
{
    public const int Recent = 40;

    private const int LabelWidth = 9;
    private const string Bars = "▁▂▃▄▅▆▇█";
    private const string AsciiBars = "_.-~+=*#";

    /// <summary>
    /// The lines, none wider than the terminal; the oldest of the <c>costs</c> comes first, and before the first event there is no
    /// <c>lastEvent</c>.
    /// </summary>
    public static string Write(WatchSnapshot now, IReadOnlyList<Duration> costs, string? lastEvent, TextStyle style)
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

    private static void Line(Page page, string label, string text, Spectre.Console.Style? shown = null)
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
