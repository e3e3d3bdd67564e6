namespace TimerProbe.Core.Verdicts;

/// <summary>Judges what was measured of a SQL Server. Intervals decide: a figure speaks when all of its interval lies on one side.</summary>
public static class SqlJudge
{
    /// <summary>The verdict.</summary>
    public static SqlVerdict Judge(SqlMeasurement measured)
    {
        var (clock, controls, storage) = (SqlClock.Of(measured), SqlControls.Of(measured), SqlStorage.Of(measured));
        var (state, cause, confidence) = Table(clock, controls, storage.Reading);
        return new SqlVerdict(state, cause, confidence, SqlSentence.For(state, cause, measured, clock, controls));
    }

    /// <summary>The first row that holds.</summary>
    internal static (SqlState State, SqlCause Cause, Confidence? Confidence) Table(SqlClock clock, SqlControls controls, SqlReading storage) => (clock, controls.All, storage) switch
    {
        ({ Checked: SqlReading.Slow }, _, _) when controls.Work != SqlReading.Slow => (SqlState.Slow, SqlCause.Clock, Confidence.Measured),
        (_, SqlReading.Slow, _) => (SqlState.Slow, SqlCause.Cpu, Slow(controls.Starved) || Slow(controls.Client) ? Confidence.Measured : Confidence.Inferred),
        ({ Checked: SqlReading.Normal, Call: SqlReading.Slow }, _, _) => (SqlState.Unclear, SqlCause.Unknown, null),
        ({ Call: SqlReading.Slow }, not SqlReading.Unclear, _) => (SqlState.Slow, SqlCause.Clock, Confidence.Inferred),
        ({ Slower: SqlReading.Slow, Checked: not SqlReading.Normal, Call: not SqlReading.Normal }, SqlReading.Normal, _) when controls.AgainstEarlier == SqlReading.Normal =>
            (SqlState.Slow, SqlCause.Clock, Confidence.Inferred),
        (_, not SqlReading.Unclear, SqlReading.Slow) => (SqlState.Slow, SqlCause.Storage, Confidence.Inferred),
        ({ Slower: SqlReading.Slow }, _, _) => (SqlState.Slow, SqlCause.Unknown, null),
        ({ Checked: SqlReading.Normal }, not SqlReading.Unclear, not SqlReading.Unclear) when clock.Slower != SqlReading.Unclear => (SqlState.Normal, SqlCause.None, null),
        ({ Checked: SqlReading.Unclear }, _, _) or ({ Call: SqlReading.Unclear }, _, _) or ({ Slower: SqlReading.Unclear }, _, _) => (SqlState.Unclear, SqlCause.Unknown, null),
        (_, SqlReading.Unclear, _) or (_, _, SqlReading.Unclear) => (SqlState.Unclear, SqlCause.Unknown, null),
        ({ Known: true }, _, _) => (SqlState.Normal, SqlCause.None, null),
        _ => (SqlState.Unclear, SqlCause.Unknown, null),
    };

    private static bool Slow(SqlReading reading) => reading == SqlReading.Slow;
}
