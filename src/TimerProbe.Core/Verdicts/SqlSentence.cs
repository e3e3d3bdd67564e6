namespace TimerProbe.Core.Verdicts;

internal static class SqlSentence
{
    private const string NothingToCompare = "nothing to compare with";
    private const string EarlierRun = "an earlier run on a day when it was fast (--save)";
    private const string NotServed =
        "this machine's clock was measured fast, but this program did not get its processors during the workloads, and nothing shows whether the server did";

    private const string MayBeRecorded = "it cannot be seen whether something records every statement, which costs as much";

    public static string For(
        SqlState state, SqlCause cause, SqlMeasurement measured, SqlClock clock, SqlControls controls) => (state, cause) switch
        {
            (_, SqlCause.Cpu) => Cpu(measured, controls),
            (_, SqlCause.Clock) when controls.Work == SqlReading.Slow =>
                $"{Clock(measured, clock)}; the processor is short too: {Cpu(measured, controls)}",
            (_, SqlCause.Clock) => $"{Clock(measured, clock)}{CommitsToo(measured)}",
            (_, SqlCause.Storage) => Storage(SqlStorage.From(measured)),
            (SqlState.Slow, _) => $"{Slower(measured)}, and {Recorders(measured) ?? NoneFits(measured, clock)}",
            (SqlState.Normal, _) => Normal(measured, clock),
            _ => Undecided(measured, clock, controls),
        };

    private static string SlowerOrNot(SqlMeasurement measured)
    {
        var (what, ratio) = Ratios(measured).MaxBy(of => of.Ratio.High);
        var slower = Slower(measured, what, ratio);
        return ratio.Median is >= SqlLimits.UnchangedFactor and < SqlLimits.SlowerThanBefore
            ? $"{slower}: too little for a slow clock, too much for chance"
            : $"{slower}, {ratio.Low:0.0} to {ratio.High:0.0} times by its runs: too uneven to compare";
    }

    private static string Slower(SqlMeasurement measured) => Ratios(measured).ToList() is { Count: > 0 } ratios
        && ratios.MaxBy(of => of.Ratio.Median) is var (what, ratio)
            ? Slower(measured, what, ratio)
            : NothingToCompare;

    private static string Price(SqlMeasurement measured) =>
        $"a statement costs {measured.StatementCost!.Median}{OverRow(measured)}";

    private static string Range(SqlClockCall call) => $"{call.Low} to {call.High}";

    private static string Cpu(SqlMeasurement measured, SqlControls controls) => controls.Native == SqlReading.Slow
        ? $"testing a divisor takes {measured.Cost(SqlWorkload.PrimalityNative)!.Value.Median} natively compiled, which reads no clock"
        : $"the controls, which read no clock, are slower than on {Earlier(measured)} too";

    private static string Storage(SqlStorage storage)
    {
        var write = storage.Write is { } took ? $"; a write of the log took {took.Milliseconds:#,0.0} ms meanwhile" : "";
        return $"{Commit(storage)}, and the same rows in one transaction are fast{write}";
    }

    /// <summary>A slow clock costs a commit far less than this, so both are said.</summary>
    private static string CommitsToo(SqlMeasurement measured) => SqlStorage.From(measured) switch
    {
        { Reading: SqlReading.Slow } storage => $"; storage is slow too: {Storage(storage)}",
        { Commit: { } cost } storage when cost.Low >= SqlLimits.CommitSlow => $"; commits are slow too: {Waited(measured, storage)}",
        _ => "",
    };

    private static string Waited(SqlMeasurement measured, SqlStorage storage) =>
        $"{Commit(storage)}, but nothing shows whether they waited for the log or for a processor: "
            + (measured.Server.IsCompatibleOnly() ? "an earlier run would show it"
                : "the right to view the server's state, or an earlier run, would show it");

    private static string NoneFits(SqlMeasurement measured, SqlClock clock) => clock.MeasuredFast
        ? $"not by this machine's clock: {SqlClock.FastCheck(measured)!.Verdict.Because}"
        : "nothing shows why";

    private static string Clock(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Slow } => $"on this machine {SqlClock.SlowCheck(measured)!.Verdict.Because}",
        { Slower: SqlReading.Slow, Beyond: true } => $"{Slower(measured)}, and the controls, which read no clock, {Grew(measured)}",
        { Call: SqlReading.Slow } =>
            $"asking for the time costs {measured.ClockCall!.Median} inside the server ({Range(measured.ClockCall)}); at {SqlLimits.ClockCallSlow} or more, the clock is slow",
        { Statement: SqlReading.Slow } =>
            $"{Price(measured)}; 100 to 250 ns is expected with a fast clock, and {SqlLimits.StatementSlow} or more with a slow one",
        _ => $"an iteration of the interpreted function costs {Over(measured):0} times a row of the set-based control; 2 to 20 times is expected with a fast clock"
            + (clock.Statement != SqlReading.Unclear ? "" : $"; what a statement costs is unclear: {measured.StatementCost!.Low} to {measured.StatementCost.High}"),
    };

    private static string Normal(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Checked: SqlReading.Normal, Served: true } => $"on this machine {SqlClock.FastCheck(measured)!.Verdict.Because}",
        { Statement: SqlReading.Normal } =>
            $"a statement costs {measured.StatementCost!.Median}, its clock reads included: a slow clock makes it cost more",
        _ => $"{Slower(measured)}, when it was normal",
    };

    private static string Grew(SqlMeasurement measured)
    {
        var most = new[] { SqlWorkload.Primality, SqlWorkload.StatementCost }.Max(loop => SqlControls.Grew(measured, loop));
        return most < SqlLimits.UnchangedFactor ? "did not change" : $"{most:0.0} times at the most";
    }

    private static string Slower(SqlMeasurement measured, string what, RatioInterval ratio) =>
        $"{what} {ratio.Median:0.0} times as long as on {Earlier(measured)}";

    private static IEnumerable<(string What, RatioInterval Ratio)> Ratios(SqlMeasurement measured)
    {
        if (measured.PriceAgainstEarlier() is { } statement)
        {
            yield return ("a statement takes", statement);
        }

        if (measured.AgainstEarlier(SqlWorkload.Primality) is { } iteration)
        {
            yield return ("an iteration takes", iteration);
        }
    }

    private static string OverRow(SqlMeasurement measured) => Row(measured, SqlWorkload.StatementCost) is { } row
        ? $", {measured.StatementCost!.Median / row:0.0} times a row of the set-based control"
        : "";

    private static double Over(SqlMeasurement measured) =>
        measured.Cost(SqlWorkload.Primality)!.Value.Median / Row(measured, SqlWorkload.Primality)!.Value;

    private static Duration? Row(SqlMeasurement measured, SqlWorkload workload) =>
        measured.Rows(workload).Select(row => (Duration?)row.Median).MaxBy(row => row!.Value.Nanoseconds);

    private static string Earlier(SqlMeasurement measured) => $"{measured.Earlier!.StartedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC";

    private static string Undecided(SqlMeasurement measured, SqlClock clock, SqlControls controls) => clock switch
    {
        _ when measured.Recorded =>
            "something records or profiles every statement, which makes each one cost more, so the figures cannot be compared",
        { Contradicted: true } when !clock.Served || !measured.Checks.All(SqlClock.WasServed) => NotServed,
        { Contradicted: true } => $"{(clock.LooksSlow ? Slow(measured, clock) : clock.Contradicting)}, but on this machine {SqlClock.FastCheck(measured)!.Verdict.Because}: "
            + $"the server may run elsewhere or on another clock, or something else makes it slow; {EarlierRun} would decide it",
        { Slower: SqlReading.Normal, LooksSlow: true } => $"{Slow(measured, clock)}, but no more than in an earlier run that was normal",
        _ when controls.Work == SqlReading.Unclear => "the controls, which read no clock, were too uneven to compare with",
        { LooksSlow: true, Call: SqlReading.Normal } =>
            $"{Slow(measured, clock)}, but asking for the time costs only {measured.ClockCall!.Median}",
        { LooksSlow: true, Statement: SqlReading.Normal } =>
            $"{Slow(measured, clock)}, but a statement costs only {measured.StatementCost!.Median}: something may have changed meanwhile",
        { CallIsAlone: true } =>
            $"{Slow(measured, clock)}, and no other figure shows a slow clock: the interpreted function, which needs CREATE FUNCTION, or a check on the server's machine would",
        { LooksSlow: true } => $"{Slow(measured, clock)}: slow, {GetUnlessUnseen(measured.Server)}",
        { Statement: SqlReading.Unclear } => Statement(measured, clock),
        { Slower: SqlReading.Unclear } => SlowerOrNot(measured),
        { Interpreted: SqlReading.Unclear } when measured.Cost(SqlWorkload.Primality) is { } uneven =>
            $"an iteration of the interpreted function cost {uneven.Low} to {uneven.High} by its runs, and the control between them is even: something changed meanwhile",
        _ when SqlStorage.From(measured).Reading == SqlReading.Unclear => Commits(measured, clock),
        { Checked: SqlReading.Unclear, MeasuredFast: true } when SqlClock.SlowCheck(measured) is { } slow =>
            $"one check of this machine's clock found it fast, and in the other {slow.Verdict.Because}: it changed during the workloads",
        { Checked: SqlReading.Unclear } => "the checks of this machine's clock during the workloads were inconclusive",
        { Call: SqlReading.Unclear } =>
            $"asking for the time costs {Range(measured.ClockCall!)} inside the server: that may include the cost of the function call, a slow clock or a slow processor",
        { MeasuredFast: true } => NotServed,
        { Served: false } =>
            "this program did not get its processors during the workloads, so its measurements of the machine say nothing",
        _ => NothingToCompare,
    };

    /// <summary>What may record statements unseen, in words; null when it would have been seen.</summary>
    private static string? Recorders(SqlMeasurement measured) => measured.Server.ShowsRecording() ? null : MayBeRecorded;

    /// <summary>What may record statements unseen, and the right that decides; where several are missing, the command.</summary>
    private static string GetUnlessUnseen(SqlServerFacts server)
    {
        var (what, decides) = (server.ProfilingSessions, server.StatementTraces) switch
        {
            (null, null) => ("an event session or a trace", "timerprobe check in the server's machine"),
            (null, _) => ("an event session", "VIEW SERVER STATE (from 2022 VIEW SERVER PERFORMANCE STATE)"),
            _ => ("a trace", "ALTER TRACE"),
        };
        return $"unless {what} that this login cannot see records statements; {decides} decides";
    }

    private static string Commit(SqlStorage storage) => $"a commit costs {storage.Commit!.Value.Median.Milliseconds:#,0.0} ms";

    private static string Commits(SqlMeasurement measured, SqlClock clock)
    {
        var storage = SqlStorage.From(measured);
        var commit = Commit(storage);
        return clock is { Served: true, Contradicting: { } figure } ? $"{figure}, and {commit}: {EarlierRun} would show whether the server was always so"
            : storage.Commit!.Value is var cost && cost.Median < SqlLimits.CommitNormal
                ? $"{commit}, {cost.Low.Milliseconds:0.0} to {cost.High.Milliseconds:0.0} ms by its runs: too uneven to call it fast or slow"
            : cost.Low < SqlLimits.CommitSlow ? $"{commit}: too much for fast storage, too little or too uneven to call it slow"
            : Waited(measured, storage);
    }

    private static string Slow(SqlMeasurement measured, SqlClock clock) => clock switch
    {
        { Statement: SqlReading.Slow } => Price(measured),
        { Call: SqlReading.Slow } => $"asking for the time costs {measured.ClockCall!.Median} inside the server",
        _ => $"the interpreted function takes {Over(measured):0} times its control",
    };

    private static string Statement(SqlMeasurement measured, SqlClock clock) => measured.HasChangingPrice
        ? $"a statement costs {measured.StatementCost!.Low} to {measured.StatementCost.High} by its pairs of runs: something changed meanwhile"
        : clock.Checked == SqlReading.Normal ? $"{Price(measured)}, though this machine's clock was measured fast: the processor, or something that records statements"
        : $"{Price(measured)}: too much to rule out a slow clock, and too little, or too little above the control, to prove one";
}
