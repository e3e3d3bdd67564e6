namespace TimerProbe.Core.Verdicts;

/// <summary>The verdict about a SQL Server.</summary>
/// <param name="State">Whether it is slow.</param>
/// <param name="Cause">Why, when it is.</param>
/// <param name="Confidence">How the cause is known; null without a known cause.</param>
/// <param name="Because">One sentence with the figures that decided.</param>
public sealed record SqlVerdict(SqlState State, SqlCause Cause, Confidence? Confidence, string Because);

/// <summary>Why a SQL Server is slow.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<SqlCause>))]
public enum SqlCause
{
    None,

    Clock,

    Cpu,

    Storage,

    Unknown,
}

/// <summary>Judges what was measured of a SQL Server. A figure speaks when all of its interval lies on one side.</summary>
public static class SqlJudge
{
    public static SqlVerdict Judge(SqlMeasurement measured)
    {
        var (clock, controls, storage) = (SqlClock.From(measured), SqlControls.From(measured), SqlStorage.From(measured));
        var (state, cause, confidence) = Table(clock, controls.Work, storage.Reading, measured);
        return new SqlVerdict(state, cause, confidence, SqlSentence.For(state, cause, measured, clock, controls));
    }

    public static bool HasReference(SqlMeasurement measured) => SqlClock.From(measured).Known
        || SqlControls.From(measured).Work == SqlReading.Unclear || SqlStorage.From(measured).Reading == SqlReading.Unclear;

    private static (SqlState State, SqlCause Cause, Confidence? Confidence) Table(
        SqlClock clock, SqlReading work, SqlReading storage, SqlMeasurement measured) => clock switch
        {
            { Checked: SqlReading.Slow } => (SqlState.Slow, SqlCause.Clock, Confidence.Measured),
            { MeasuredFast: false, Slower: SqlReading.Slow, Beyond: true, Call: not SqlReading.Normal, Statement: not SqlReading.Normal }
                when measured.Server.ShowsRecording() => (SqlState.Slow, SqlCause.Clock, HowCompared(measured)),
            { MeasuredFast: false, Call: SqlReading.Slow, CallIsAlone: false, Statement: not SqlReading.Normal }
                when clock.Slower != SqlReading.Normal => (SqlState.Slow, SqlCause.Clock, Confidence.Inferred),
            { MeasuredFast: false, LooksSlow: true, Call: SqlReading.NoData or SqlReading.Unclear, Slower: not SqlReading.Normal }
                when clock.Statement != SqlReading.Normal && measured.Server.ShowsRecording() =>
                    (SqlState.Slow, SqlCause.Clock, Confidence.Expected),
            _ when work == SqlReading.Slow && clock is not { Slower: SqlReading.Slow, Beyond: true } =>
                (SqlState.Slow, SqlCause.Cpu, Confidence.Inferred),
            { Contradicted: true, Slower: not SqlReading.Slow } or { LooksSlow: true, Slower: SqlReading.Normal } => Unclear,
            _ when storage == SqlReading.Slow => (SqlState.Slow, SqlCause.Storage, Confidence.Inferred),
            { Slower: SqlReading.Slow } => (SqlState.Slow, SqlCause.Unknown, null),
            _ when measured.Recorded || clock.LooksSlow => Unclear,
            { Statement: SqlReading.Unclear } or { Slower: SqlReading.Unclear } or { Interpreted: SqlReading.Unclear } => Unclear,
            _ when work == SqlReading.Unclear || storage == SqlReading.Unclear => Unclear,
            { Checked: SqlReading.Normal, Served: true } => Normal,
            { Checked: SqlReading.Unclear } or { Call: SqlReading.Unclear } => Unclear,
            { SaysNormal: true } => Normal,
            _ => Unclear,
        };

    private static (SqlState State, SqlCause Cause, Confidence? Confidence) Unclear => (SqlState.Unclear, SqlCause.Unknown, null);

    private static (SqlState State, SqlCause Cause, Confidence? Confidence) Normal => (SqlState.Normal, SqlCause.None, null);

    private static Confidence HowCompared(SqlMeasurement measured) =>
        SqlControls.ExceedsControls(measured, SqlWorkload.StatementCost, measured.PriceAgainstEarlier())
            ? Confidence.Measured
            : Confidence.Inferred;
}
