using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>What committing says of storage.</summary>
/// <param name="Reading">Slow when commits are expensive and the same rows in one transaction are not.</param>
/// <param name="Commit">What a row costs more for being committed by itself; null when either loop did not run.</param>
public sealed record SqlStorage(SqlReading Reading, MedianInterval? Commit)
{
    /// <summary>Reads the two loops.</summary>
    public static SqlStorage From(SqlMeasurement measured)
    {
        if (measured.Cost(SqlWorkload.CommitLoop) is not { } loop || measured.Cost(SqlWorkload.CommitOneTransaction) is not { } one)
        {
            return new SqlStorage(SqlReading.Nothing, Commit: null);
        }

        var commit = new MedianInterval(Minus(loop.Median, one.Median), Minus(loop.Low, one.High), Minus(loop.High, one.Low));
        var expensive = SqlReadings.Read(
            commit.Low.Nanoseconds, commit.High.Nanoseconds, SqlLimits.CommitNormal.Nanoseconds, SqlLimits.CommitSlow.Nanoseconds);
        return new SqlStorage(expensive == SqlReading.Slow && one.High >= SqlLimits.RowNormal ? SqlReading.Unclear : expensive, commit);
    }

    private static Duration Minus(Duration one, Duration other) => new(one.Nanoseconds - other.Nanoseconds);
}
