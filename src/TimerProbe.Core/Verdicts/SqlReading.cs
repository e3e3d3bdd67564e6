namespace TimerProbe.Core.Verdicts;

/// <summary>What one figure says, compared with its reference.</summary>
public enum SqlReading
{
    NoData,

    Normal,

    Unclear,

    Slow,
}

/// <summary>Holds intervals against limits, and joins what several figures say.</summary>
internal static class SqlReadings
{
    public static SqlReading Read(double low, double high, double normalBelow, double slowFrom) =>
        low >= slowFrom ? SqlReading.Slow
        : high < normalBelow ? SqlReading.Normal
        : SqlReading.Unclear;

    public static SqlReading Read(RatioInterval ratio, double normalBelow, double slowFrom) =>
        Read(ratio.Low, ratio.High, normalBelow, slowFrom);

    public static SqlReading Read(MedianInterval cost, Duration normalBelow, Duration slowFrom) =>
        Read(cost.Low.Nanoseconds, cost.High.Nanoseconds, normalBelow.Nanoseconds, slowFrom.Nanoseconds);

    public static SqlReading MostSevere(params IEnumerable<SqlReading> readings) => readings.DefaultIfEmpty(SqlReading.NoData).Max();
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
        var expensive = SqlReadings.Read(commit, SqlLimits.CommitNormal, SqlLimits.CommitSlow);
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

/// <summary>
/// The times of two loops that ran one after the other, with so many passes each: with the call, or more statements, and with a
/// constant in its place, or one statement.
/// </summary>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes);
