using System.Globalization;
using TimerProbe.Core.Facts;

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
        (_, SqlCause.Storage) => Text($"a commit costs {SqlStorage.Of(measured).Commit!.Value.Median.Milliseconds:#,0.0} ms, and the same rows in one transaction are fast"),
        (SqlState.Slow, _) => Text($"an iteration takes {Ratio(measured)} times as long as on {Earlier(measured)}, and nothing shows why"),
        (SqlState.Normal, _) => Normal(measured, clock),
        _ => Unclear(measured, clock, controls),
    };

    private static string Cpu(SqlMeasurement measured, SqlControls controls) => controls switch
    {
        { Starved: SqlReading.Slow } => "this machine did not get its processors, as the check beside the workloads shows",
        { Client: SqlReading.Slow } => Text($"testing a divisor takes {measured.Cost(SqlWorkload.PrimalityClient)!.Value.Median} in this program, which reads no clock"),
        { Native: SqlReading.Slow } => Text($"testing a divisor takes {measured.Cost(SqlWorkload.PrimalityNative)!.Value.Median} natively compiled, which reads no clock"),
        _ => Text($"the controls, which read no clock, are slower than on {Earlier(measured)} too"),
    };

    private static string Clock(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Slow } => $"on this machine {measured.Checks.First().Verdict.Because}",
        { Call: SqlReading.Slow } => Text($"asking for the time costs {measured.ClockCall!.Median} inside the server ({Range(measured.ClockCall)}), from {SqlLimits.ClockCallSlow} on the clock is slow"),
        _ => Text($"an iteration takes {Ratio(measured)} times as long as on {Earlier(measured)}, and the controls, which read no clock, did not change"),
    };

    private static string Normal(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Normal } => $"on this machine {measured.Checks.First().Verdict.Because}",
        { Call: SqlReading.Normal } => Text($"asking for the time costs {measured.ClockCall!.Median} inside the server, the price of the function call in it"),
        _ => Text($"an iteration takes {Ratio(measured)} times as long as on {Earlier(measured)}, when it was normal"),
    };

    private static string Unclear(SqlMeasurement measured, SqlClock clock, SqlControls controls) => clock switch
    {
        { Checked: SqlReading.Normal, Call: SqlReading.Slow } => Text($"asking for the time costs {measured.ClockCall!.Median} inside the server, but this machine's clock was measured fast"),
        { Checked: SqlReading.Unclear } => "the checks of this machine's clock beside the workloads did not decide",
        _ when controls.All == SqlReading.Unclear => "the controls, which read no clock, were too uneven to compare with",
        { Call: SqlReading.Unclear } => Text($"asking for the time costs {Range(measured.ClockCall!)} inside the server: the price of the function call may be in it, or a slow clock"),
        { Slower: SqlReading.Unclear } => Text($"an iteration takes {Ratio(measured)} times as long as on {Earlier(measured)}: too little for a slow clock, too much for chance"),
        { Known: false } when measured.Profiled => "sessions that profile every statement inflate the figures, so they compare with nothing",
        { Known: false } => NothingToCompare,
        _ => "the commit loops were too uneven, or lie between fast and slow",
    };

    private static string Ratio(SqlMeasurement measured) => measured.AgainstEarlier(SqlWorkload.Primality) is { } ratio ? Text($"{ratio.Median:0.0}") : "?";

    private static string Earlier(SqlMeasurement measured) => Text($"{measured.Earlier!.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC");

    private static string Range(SqlClockCall call) => Text($"{call.Low} to {call.High}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
