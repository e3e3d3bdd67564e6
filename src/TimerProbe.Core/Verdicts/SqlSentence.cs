using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using static System.FormattableString;
using static TimerProbe.Core.Verdicts.SqlSentence;

namespace TimerProbe.Core.Verdicts;

internal static class SqlSentence
{
    public const string NothingToCompare = "nothing to compare with";

    public static string For(
        SqlState state, SqlCause cause, SqlMeasurement measured, SqlClock clock, SqlControls controls) => (state, cause) switch
        {
            (_, SqlCause.Cpu) => Cpu(measured, controls),
            (_, SqlCause.Clock) => Clock(measured, clock),
            (_, SqlCause.Storage) =>
                Invariant($"a commit costs {SqlStorage.From(measured).Commit!.Value.Median.Milliseconds:#,0.0} ms, and the same rows in one transaction are fast"),
            (SqlState.Slow, _) => Invariant($"{Slower(measured)}, and {SqlUnclearSentence.Recorders(measured) ?? "nothing shows why"}"),
            (SqlState.Normal, _) => Normal(measured, clock),
            _ => SqlUnclearSentence.For(measured, clock, controls),
        };

    /// <summary>How much slower than the earlier run, by the statement where it was measured both times.</summary>
    public static string Slower(SqlMeasurement measured) => Ratio(measured) is { } of
        ? Invariant($"{of.What} {of.Ratio.Median:0.0} times as long as on {Earlier(measured)}")
        : NothingToCompare;

    /// <summary>A statement's price over a row of the control, where there is one.</summary>
    public static string Price(SqlMeasurement measured) =>
        Invariant($"a statement costs {measured.StatementCost!.Median}{OverRow(measured)}");

    public static string Range(SqlClockCall call) => Invariant($"{call.Low} to {call.High}");

    private static string Cpu(SqlMeasurement measured, SqlControls controls) => controls.Native == SqlReading.Slow
        ? Invariant($"testing a divisor takes {measured.Cost(SqlWorkload.PrimalityNative)!.Value.Median} natively compiled, which reads no clock")
        : Invariant($"the controls, which read no clock, are slower than on {Earlier(measured)} too");

    private static string Clock(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Slow } => $"on this machine {measured.Checks.First().Verdict.Because}",
        { Slower: SqlReading.Slow } => $"{Slower(measured)}, and the controls, which read no clock, did not change",
        { Call: SqlReading.Slow } =>
            Invariant($"asking for the time costs {measured.ClockCall!.Median} inside the server ({Range(measured.ClockCall)}); at {SqlLimits.ClockCallSlow} or more, the clock is slow"),
        { Statement: SqlReading.Slow } =>
            Invariant($"{Price(measured)}; 100 to 250 ns is expected with a fast clock, and {SqlLimits.StatementSlow} or more with a slow one"),
        _ => Invariant($"an iteration of the interpreted function costs {Over(measured):0} times a row of the set-based control; 2 to 20 times is expected with a fast clock"),
    };

    private static string Normal(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Normal } => $"on this machine {measured.Checks.First().Verdict.Because}",
        { Statement: SqlReading.Normal } =>
            Invariant($"a statement costs {measured.StatementCost!.Median}, its clock reads included: a slow clock makes it cost more"),
        _ => $"{Slower(measured)}, when it was normal",
    };

    private static (string What, RatioInterval Ratio)? Ratio(SqlMeasurement measured)
    {
        var function = measured.AgainstEarlier(SqlWorkload.Primality);
        return SqlStatementPrice.AgainstEarlier(measured) is { } statement && !(function?.Median > statement.Median)
            ? ("a statement takes", statement)
            : function is { } ratio ? ("an iteration takes", ratio) : null;
    }

    private static string OverRow(SqlMeasurement measured) =>
        measured.Cost(SqlWorkload.SetControl) is { } row
            ? Invariant($", {measured.StatementCost!.Median / row.Median:0.0} times a row of the set-based control")
            : "";

    private static double Over(SqlMeasurement measured) =>
        measured.Cost(SqlWorkload.Primality)!.Value.Median / measured.Cost(SqlWorkload.SetControl)!.Value.Median;

    private static string Earlier(SqlMeasurement measured) => Invariant($"{measured.Earlier!.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC");
}

/// <summary>Why a run does not decide.</summary>
internal static class SqlUnclearSentence
{
    public static string For(SqlMeasurement measured, SqlClock clock, SqlControls controls) => clock switch
    {
        _ when measured.Recorded =>
            "something records or profiles every statement, which makes each one cost more, so the figures cannot be compared",
        { Contradicted: true } => $"{(clock.LooksSlow ? Slow(measured, clock) : clock.Contradicting)}, but on this machine {measured.Checks.First().Verdict.Because}: "
            + "the server may run elsewhere or on another clock, or something else makes it slow",
        { Slower: SqlReading.Normal, LooksSlow: true } => $"{Slow(measured, clock)}, but no more than in an earlier run that was normal",
        _ when controls.Work == SqlReading.Unclear => "the controls, which read no clock, were too uneven to compare with",
        { LooksSlow: true, Call: SqlReading.Normal } =>
            Invariant($"{Slow(measured, clock)}, but asking for the time costs only {measured.ClockCall!.Median}"),
        { LooksSlow: true, Statement: SqlReading.Normal } =>
            Invariant($"{Slow(measured, clock)}, but a statement costs only {measured.StatementCost!.Median}"),
        { LooksSlow: true } => $"{Slow(measured, clock)}, as with a slow clock; {Recorders(measured) ?? "nothing shows why"}",
        { Statement: SqlReading.Unclear } => Statement(measured, clock),
        { Slower: SqlReading.Unclear } => $"{Slower(measured)}: too little for a slow clock, too much for chance",
        _ when SqlStorage.From(measured).Reading == SqlReading.Unclear => "the commit loops were too uneven, or fell between fast and slow",
        { Checked: SqlReading.Unclear } => "the checks of this machine's clock during the workloads were inconclusive",
        { Call: SqlReading.Unclear } =>
            Invariant($"asking for the time costs {Range(measured.ClockCall!)} inside the server: that may include the cost of the function call, a slow clock or a slow processor"),
        _ when !SqlControls.ProgramWasServed(measured) =>
            "this program did not get its processors during the workloads, so its measurements of the machine say nothing",
        _ => NothingToCompare,
    };

    /// <summary>What may record statements unseen, in words; null when it would have been seen.</summary>
    public static string? Recorders(SqlMeasurement measured) => SqlRecording.WouldBeSeen(measured.Server)
        ? null
        : "it cannot be seen whether something records every statement, which costs as much";

    private static string Slow(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Statement: SqlReading.Slow } => Price(measured),
        { Call: SqlReading.Slow } => Invariant($"asking for the time costs {measured.ClockCall!.Median} inside the server"),
        _ => "the interpreted function costs many times the set-based control",
    };

    private static string Statement(SqlMeasurement measured, SqlClock clock) => clock.Checked == SqlReading.Normal
        ? Invariant($"{Price(measured)}, though this machine's clock was measured fast: the processor, or something that records statements")
        : Invariant($"{Price(measured)}: too much to rule out a slow clock, and too little, or too little above the control, to prove one");
}
