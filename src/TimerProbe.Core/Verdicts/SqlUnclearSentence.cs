using static System.FormattableString;
using static TimerProbe.Core.Verdicts.SqlSentence;

namespace TimerProbe.Core.Verdicts;

/// <summary>Why a run does not decide.</summary>
internal static class SqlUnclearSentence
{
    public static string For(SqlMeasurement measured, SqlClock clock, SqlControls controls) => clock switch
    {
        _ when measured.Recorded => "something records or profiles every statement, which makes each one cost more, so the figures cannot be compared",
        { Contradicted: true } => $"{(clock.LooksSlow ? Slow(measured, clock) : clock.Contradicting)}, but on this machine {measured.Checks.First().Verdict.Because}: "
            + "the server may run elsewhere or on another clock, or something else makes it slow",
        { Slower: SqlReading.Normal, LooksSlow: true } => $"{Slow(measured, clock)}, but no more than in an earlier run that was normal",
        _ when controls.Work == SqlReading.Unclear => "the controls, which read no clock, were too uneven to compare with",
        { LooksSlow: true, Call: SqlReading.Normal } => Invariant($"{Slow(measured, clock)}, but asking for the time costs only {measured.ClockCall!.Median}"),
        { LooksSlow: true, Statement: SqlReading.Normal } => Invariant($"{Slow(measured, clock)}, but a statement costs only {measured.StatementCost!.Median}"),
        { LooksSlow: true } => $"{Slow(measured, clock)}, as with a slow clock; {Recorders(measured) ?? "nothing shows why"}",
        { Statement: SqlReading.Unclear } => Statement(measured, clock),
        { Slower: SqlReading.Unclear } => $"{Slower(measured)}: too little for a slow clock, too much for chance",
        _ when SqlStorage.From(measured).Reading == SqlReading.Unclear => "the commit loops were too uneven, or fell between fast and slow",
        { Checked: SqlReading.Unclear } => "the checks of this machine's clock during the workloads were inconclusive",
        { Call: SqlReading.Unclear } => Invariant($"asking for the time costs {Range(measured.ClockCall!)} inside the server: that may include the cost of the function call, a slow clock or a slow processor"),
        _ when !SqlControls.ProgramWasServed(measured) => "this program did not get its processors during the workloads, so its measurements of the machine say nothing",
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
