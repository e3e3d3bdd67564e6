namespace TimerProbe.Core.Verdicts;

/// <summary>What one figure says, compared with its reference.</summary>
public enum SqlReading
{
    /// <summary>Nothing: there is no figure, or nothing to hold it against.</summary>
    Nothing,

    /// <summary>All of its interval is as it should be.</summary>
    Normal,

    /// <summary>Its interval does not lie on one side.</summary>
    Unclear,

    /// <summary>All of its interval is slow.</summary>
    Slow,
}

/// <summary>Holds intervals against limits, and joins what several figures say.</summary>
internal static class SqlReadings
{
    /// <summary>Normal when all of the interval lies below one limit, slow when all of it lies at or above the other.</summary>
    public static SqlReading Read(double low, double high, double normalBelow, double slowFrom) =>
        low >= slowFrom ? SqlReading.Slow
        : high < normalBelow ? SqlReading.Normal
        : SqlReading.Unclear;

    public static SqlReading Read(RatioInterval ratio, double normalBelow, double slowFrom) =>
        Read(ratio.Low, ratio.High, normalBelow, slowFrom);

    public static SqlReading Read(MedianInterval cost, Duration normalBelow, Duration slowFrom) =>
        Read(cost.Low.Nanoseconds, cost.High.Nanoseconds, normalBelow.Nanoseconds, slowFrom.Nanoseconds);

    /// <summary>The most severe of several, so that one slow control is enough.</summary>
    public static SqlReading Gravest(params IEnumerable<SqlReading> readings) => readings.DefaultIfEmpty(SqlReading.Nothing).Max();
}

/// <summary>What committing says of storage.</summary>
/// <param name="Reading">Slow when commits are expensive, the same rows in one transaction are not, and nothing else can be why.</param>
/// <param name="Commit">What a commit costs; null when either loop did not run.</param>
/// <param name="Write">How long a write of the log took meanwhile, where that explains a commit; else null.</param>
public sealed record SqlStorage(SqlReading Reading, MedianInterval? Commit, Duration? Write)
{
    /// <summary>A row of the loop is inserted and deleted, each a transaction.</summary>
    public const int CommitsOfRow = 2;

    /// <summary>Reads the two loops, and what the server says of its log meanwhile.</summary>
    public static SqlStorage From(SqlMeasurement measured)
    {
        if (measured.Cost(SqlWorkload.CommitLoop) is not { } loop || measured.Cost(SqlWorkload.CommitOneTransaction) is not { } one)
        {
            return new SqlStorage(SqlReading.Nothing, Commit: null, Write: null);
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
/// The times of two loops that ran one after the other, with so many passes each: with the call, or more statements, and with a constant in
/// its place, or one statement.
/// </summary>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes);
