namespace TimerProbe.Cli.Output;

internal static class WatchText
{
    private const int KindWidth = 10;

    private const double NoticeableShare = 0.001;

    public static string Write(WatchLine line, TextStyle style)
    {
        var kind = line.Event == WatchEvent.ClockStep ? "clock step" : line.Event.ToDocumentName();
        var what = string.Join("; ", Parts(line).OfType<string>());
        return Page.Text(style, page => page.Line(
            ($"{line.At.UtcDateTime:yyyy-MM-dd HH:mm:ss}Z  ", Styles.Faint),
            (kind.PadRight(KindWidth + 1), GetStyle(line)),
            (PlainText.OneLine(what).Replace("->", style.Arrow, StringComparison.Ordinal), null)));
    }

    private static IEnumerable<string?> Parts(WatchLine line)
    {
        var beside = line.Beside;
        yield return line.Event == WatchEvent.Started ? $"{line.Machine.Name}, timerprobe {line.Tool.Version}" : null;
        yield return line.Event == WatchEvent.Drift ? DriftText(line.Rates) : null;
        yield return line.Steps.Count == 0 ? null : string.Join(", ", line.Steps.Select(StepText));
        yield return line is { Event: WatchEvent.ClockStep, StepsInAll: > 1 } ? AgainText(line) : null;
        yield return line.Event == WatchEvent.Started ? null : StateText(line);
        yield return line is { OffsetMs: { } offset, OffsetUncertaintyMs: { } uncertainty }
            ? $"{offset:+#,0.#;-#,0.#;0} ms from the NTP server, give or take {uncertainty:#,0.#} ms"
            : null;
        foreach (var move in beside.Moves)
        {
            yield return MoveText(move);
        }

        yield return ShareText(beside.StealMs, beside.OverSeconds, "of one CPU stolen");
        yield return ShareText(beside.ReadyMs, beside.OverSeconds, "of the time waiting for a CPU");
        yield return beside.Starved == 0 ? null : $"{beside.Starved:#,0} of {beside.Samples:#,0} samples starved";
        yield return line.Rates is { WhyNoReference: { } why } ? $"no NTP server: {why}" : null;
    }

    private static string AgainText(WatchLine line) => $"something sets it again and again, {Counted.Of(line.StepsInAll, Noun.Time)} since the start"
        + (line.Services is { Count: > 0 } services ? $" ({PlainText.List(services)})" : "");

    private static string StateText(WatchLine line)
    {
        if (line is not { State: { } state, Cause: { } cause, PreciseTimeNs: { } cost, Since: { } since })
        {
            return "no three samples agreed yet";
        }

        var from = line.From is { } before ? $"{Name(before.State, before.Cause)} -> " : "";
        var fromCost = line.From is { } cheaper ? $"{cheaper.PreciseTimeNs} -> " : "";
        string?[] others =
        [
            line.TimestampCounterNs is { } tsc ? $"RDTSC {tsc}" : null,
            line.VmExitNs is { } exit ? $"VM exit {exit}" : null,
        ];
        var costs = string.Join(", ", [$"{fromCost}{cost} a clock read", .. others.OfType<string>()]);
        var time = since.UtcDateTime.Date == line.At.UtcDateTime.Date ? "HH:mm:ss" : "yyyy-MM-dd HH:mm:ss";
        return $"{from}{Name(state, cause)} since {since.UtcDateTime.ToString(time)}: {costs}";
    }

    private static string Name(ClockState state, ClockCause cause) =>
        state.ToDocumentName() + (cause == ClockCause.None ? "" : $" ({cause.ToDocumentName()})");

    private static string DriftText(WatchRates? rates) => rates is { Apart: true }
        ? $"the counter and the NTP server run apart: {rates.CounterAgainstReferencePpm} over {rates.ReferenceOverSeconds:0} s"
        : $"the counter and the NTP server run together again: {rates?.CounterAgainstReferencePpm}";

    private static string StepText(ClockStep step) =>
        $"the wall clock was set {(step.ByMs > 0 ? "forward" : "back")} by {Math.Abs(step.ByMs) / 1e3:#,0.###} s";

    private static string MoveText(WatchedMove move)
    {
        string?[] parts =
        [
            move.SessionIdBefore == move.SessionId ? null : $"session {move.SessionIdBefore ?? "unknown"} -> {move.SessionId ?? "unknown"}",
            move.HostHzBefore == move.HostHz || move.HostHz is null ? null : $"host {Megahertz(move.HostHzBefore)} -> {Megahertz(move.HostHz)}",
        ];
        return $"moved at {move.At.UtcDateTime:HH:mm:ss}: {string.Join(", ", parts.OfType<string>())}";
    }

    private static string Megahertz(Frequency? frequency) => frequency is { } known ? $"{known.Megahertz:#,0} MHz" : "unknown";

    private static string? ShareText(double? ms, double overSeconds, string what) =>
        ms / 1e3 / overSeconds is >= NoticeableShare and var share && double.IsFinite(share) ? $"{share * 100:0.#} % {what}" : null;

    private static Style? GetStyle(WatchLine line) => line.Event switch
    {
        WatchEvent.Changed when line.State is { } state => Styles.Of(state),
        WatchEvent.ClockStep or WatchEvent.Drift => Styles.Strong,
        _ => Styles.None,
    };
}
