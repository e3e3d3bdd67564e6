using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>Judges what was measured of a SQL Server. Intervals decide: a figure speaks when all of its interval lies on one side.</summary>
public static class SqlJudge
{
    /// <summary>The verdict.</summary>
    public static SqlVerdict Judge(SqlMeasurement measured)
    {
        var (clock, controls, storage) = (SqlClock.From(measured), SqlControls.From(measured), SqlStorage.From(measured));
        var (state, cause, confidence) = Table(clock, controls, storage.Reading, measured);
        return new SqlVerdict(state, cause, confidence, SqlSentence.For(state, cause, measured, clock, controls));
    }

    /// <summary>Whether there is any figure that could decide, even if it does not.</summary>
    public static bool HasReference(SqlMeasurement measured) => SqlClock.From(measured).Known
        || SqlControls.From(measured).Work == SqlReading.Unclear || SqlStorage.From(measured).Reading == SqlReading.Unclear;

    /// <summary>The first row that holds; docs/measuring.md has the same rows in words.</summary>
    private static (SqlState State, SqlCause Cause, Confidence? Confidence) Table(SqlClock clock, SqlControls controls, SqlReading storage, SqlMeasurement measured) => clock switch
    {
        { Checked: SqlReading.Slow } when controls.Work != SqlReading.Slow => (SqlState.Slow, SqlCause.Clock, Confidence.Measured),
        _ when controls.Work == SqlReading.Slow => (SqlState.Slow, SqlCause.Cpu, Confidence.Inferred),
        { Contradicted: true } or { LooksSlow: true, Slower: SqlReading.Normal } => Unclear,
        { Slower: SqlReading.Slow, Checked: not SqlReading.Normal, Call: not SqlReading.Normal, Statement: not SqlReading.Normal }
            when controls is { Work: SqlReading.Normal, AgainstEarlier: SqlReading.Normal } && WouldBeSeen(measured) => (SqlState.Slow, SqlCause.Clock, HowCompared(measured)),
        { Call: SqlReading.Slow, Statement: not SqlReading.Normal } when controls.Work != SqlReading.Unclear => (SqlState.Slow, SqlCause.Clock, Confidence.Inferred),
        { LooksSlow: true, Call: SqlReading.Nothing or SqlReading.Unclear } when controls.Work != SqlReading.Unclear && WouldBeSeen(measured) =>
            (SqlState.Slow, SqlCause.Clock, Confidence.Expected),
        _ when storage == SqlReading.Slow && controls.Work != SqlReading.Unclear => (SqlState.Slow, SqlCause.Storage, Confidence.Inferred),
        { Slower: SqlReading.Slow } => (SqlState.Slow, SqlCause.Unknown, null),
        _ when measured.Recorded || clock.LooksSlow => Unclear,
        _ when clock.Statement == SqlReading.Unclear || clock.Slower == SqlReading.Unclear || controls.Work == SqlReading.Unclear || storage == SqlReading.Unclear => Unclear,
        { Checked: SqlReading.Normal } => Normal,
        { Checked: SqlReading.Unclear } or { Call: SqlReading.Unclear } => Unclear,
        { SaysNormal: true } => Normal,
        _ => Unclear,
    };

    private static (SqlState State, SqlCause Cause, Confidence? Confidence) Unclear => (SqlState.Unclear, SqlCause.Unknown, null);

    private static (SqlState State, SqlCause Cause, Confidence? Confidence) Normal => (SqlState.Normal, SqlCause.None, null);

    private static bool WouldBeSeen(SqlMeasurement measured) => SqlRecording.WouldBeSeen(measured.Server);

    /// <summary>The statement is where a clock sits on SQL Server; the function is more than its statements, and another's interpreter is its own.</summary>
    private static Confidence HowCompared(SqlMeasurement measured) =>
        SqlStatementPrice.AgainstEarlier(measured) is { } ratio && ratio.Low >= SqlLimits.SlowerThanBefore ? Confidence.Measured : Confidence.Inferred;
}
