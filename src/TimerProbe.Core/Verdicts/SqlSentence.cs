using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using static System.FormattableString;

namespace TimerProbe.Core.Verdicts;

/// <summary>The one sentence that says which figures decided.</summary>
internal static class SqlSentence
{
    /// <summary>The words for a run without any reference.</summary>
    public const string NothingToCompare = "nothing to compare with";

    public static string For(SqlState state, SqlCause cause, SqlMeasurement measured, SqlClock clock, SqlControls controls) => (state, cause) switch
    {
        (_, SqlCause.Cpu) => Cpu(measured, controls),
        (_, SqlCause.Clock) => Clock(measured, clock),
        (_, SqlCause.Storage) => Invariant($"a commit costs {SqlStorage.From(measured).Commit!.Value.Median.Milliseconds:#,0.0} ms, and the same rows in one transaction are fast"),
        (SqlState.Slow, _) => Invariant($"{Slower(measured)}, and {SqlUnclearSentence.Recorders(measured) ?? "nothing shows why"}"),
        (SqlState.Normal, _) => Normal(measured, clock),
        _ => SqlUnclearSentence.For(measured, clock, controls),
    };

    /// <summary>How much slower than the earlier run, by the statement where it was measured both times.</summary>
    public static string Slower(SqlMeasurement measured) => Ratio(measured) is { } of
        ? Invariant($"{of.What} {of.Ratio.Median:0.0} times as long as on {Earlier(measured)}")
        : NothingToCompare;

    /// <summary>A statement's price over a row of the control, where there is one.</summary>
    public static string Price(SqlMeasurement measured) => Invariant($"a statement costs {measured.StatementCost!.Median}{OverRow(measured)}");

    public static string Range(SqlClockCall call) => Invariant($"{call.Low} to {call.High}");

    private static string Cpu(SqlMeasurement measured, SqlControls controls) => controls.Native == SqlReading.Slow
        ? Invariant($"testing a divisor takes {measured.Cost(SqlWorkload.PrimalityNative)!.Value.Median} natively compiled, which reads no clock")
        : Invariant($"the controls, which read no clock, are slower than on {Earlier(measured)} too");

    private static string Clock(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Slow } => $"on this machine {measured.Checks.First().Verdict.Because}",
        { Slower: SqlReading.Slow } => $"{Slower(measured)}, and the controls, which read no clock, did not change",
        { Call: SqlReading.Slow } => Invariant($"asking for the time costs {measured.ClockCall!.Median} inside the server ({Range(measured.ClockCall)}); at {SqlLimits.ClockCallSlow} or more, the clock is slow"),
        { Statement: SqlReading.Slow } => Invariant($"{Price(measured)}; 100 to 250 ns is expected with a fast clock, and {SqlLimits.StatementSlow} or more with a slow one"),
        _ => Invariant($"an iteration of the interpreted function costs {Over(measured):0} times a row of the set-based control; 2 to 20 times is expected with a fast clock"),
    };

    private static string Normal(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Normal } => $"on this machine {measured.Checks.First().Verdict.Because}",
        { Statement: SqlReading.Normal } => Invariant($"a statement costs {measured.StatementCost!.Median}, its clock reads included: a slow clock makes it cost more"),
        _ => $"{Slower(measured)}, when it was normal",
    };

    private static (string What, RatioInterval Ratio)? Ratio(SqlMeasurement measured)
    {
        var function = measured.AgainstEarlier(SqlWorkload.Primality);
        return SqlStatementPrice.AgainstEarlier(measured) is { } statement && !(function?.Median > statement.Median) ? ("a statement takes", statement)
            : function is { } ratio ? ("an iteration takes", ratio)
            : null;
    }

    private static string OverRow(SqlMeasurement measured) =>
        measured.Cost(SqlWorkload.SetControl) is { } row ? Invariant($", {measured.StatementCost!.Median / row.Median:0.0} times a row of the set-based control") : "";

    private static double Over(SqlMeasurement measured) => measured.Cost(SqlWorkload.Primality)!.Value.Median / measured.Cost(SqlWorkload.SetControl)!.Value.Median;

    private static string Earlier(SqlMeasurement measured) => Invariant($"{measured.Earlier!.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC");
}
