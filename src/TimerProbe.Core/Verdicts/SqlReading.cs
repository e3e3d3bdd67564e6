namespace TimerProbe.Core.Verdicts;

/// <summary>What one figure says, compared with its reference.</summary>
public enum SqlReading
{
    NoData,

    Normal,

    Unclear,

    Slow,
}

/// <summary>What committing says of storage.</summary>
/// <param name="Commit">What a commit costs; null when either loop did not run.</param>
/// <param name="Write">How long a write of the log took meanwhile, where that explains a commit; else null.</param>
public sealed record SqlStorage(SqlReading Reading, MedianInterval? Commit, Duration? Write)
{
    public const int CommitsOfRow = 2;

    public static SqlStorage From(SqlMeasurement measured)
    {
        if (measured.Cost(SqlWorkload.CommitLoop) is not { } loop || measured.Cost(SqlWorkload.CommitOneTransaction) is not { } one)
        {
            return new SqlStorage(SqlReading.NoData, Commit: null, Write: null);
        }

        var commit = new MedianInterval(Of(loop.Median, one.Median), Of(loop.Low, one.High), Of(loop.High, one.Low));
        var expensive = SqlLimits.Read(commit, SqlLimits.CommitNormal, SqlLimits.CommitSlow);
        var write = measured.Workload(SqlWorkload.CommitLoop)!.LogWriteNs is { } took && took / commit.Median >= SqlLimits.WriteOfCommit
            ? took
            : (Duration?)null;
        var isStorage = one.High < SqlLimits.RowNormal && SqlControls.AroundCommits(measured) switch
        {
            SqlReading.Slow => false,
            SqlReading.Normal => true,
            _ => write is not null,
        };
        return new SqlStorage(expensive == SqlReading.Slow && !isStorage ? SqlReading.Unclear : expensive, commit, write);
    }

    private static Duration Of(Duration loop, Duration one) => new((loop.Nanoseconds - one.Nanoseconds) / CommitsOfRow);
}
