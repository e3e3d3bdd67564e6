using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;

namespace TimerProbe.Core.Verdicts;

/// <summary>What a statement's price says: a slow clock is read for each, so it shows there and not in the controls.</summary>
public static class SqlStatementPrice
{
    /// <summary>
    /// The price with its interval. Null where it says nothing: with few pairs, where eight statements did not cost more than one, or
    /// where the pairs that ran first and last disagree.
    /// </summary>
    public static MedianInterval? Of(SqlStatementCost? cost) =>
        cost is not null && cost.Pairs >= PairedLoops.FewestPairs && cost.Low.Nanoseconds > 0 && Repeats(cost)
            ? new MedianInterval(cost.Median, cost.Low, cost.High)
            : null;

    /// <summary>
    /// Against what is expected, on SQL Server itself. A high price is the clock's only where the set-based control of the same run is
    /// many times cheaper: on a processor that does not serve both are slow.
    /// </summary>
    /// <param name="measured">What was measured.</param>
    /// <param name="clockIsFast">Whether this machine's clock was measured fast: then a price only has to be ordinary.</param>
    public static SqlReading Read(SqlMeasurement measured, bool clockIsFast)
    {
        if (measured.Recorded || !measured.IsSqlServer || Of(measured.StatementCost) is not { } price)
        {
            return SqlReading.Nothing;
        }

        var normal = clockIsFast ? SqlLimits.StatementOrdinary : SqlLimits.StatementNormal;
        var reading = SqlReadings.Read(
            price.Low.Nanoseconds, price.High.Nanoseconds, normal.Nanoseconds, SqlLimits.StatementSlow.Nanoseconds);
        return reading == SqlReading.Slow && !measured.ManyTimesTheControl(price, SqlLimits.StatementOverRow)
            ? SqlReading.Unclear
            : reading;
    }

    /// <summary>
    /// Against the earlier run, on SQL Server itself: on another engine one statement of
    /// eight assignments need not cost what one of one does.
    /// </summary>
    public static RatioInterval? AgainstEarlier(SqlMeasurement measured) =>
        measured.IsSqlServer
            && measured.SameSessionsAsEarlier(SqlWorkload.StatementCost)
            && Of(measured.StatementCost) is { } now
            && Of(measured.Earlier?.StatementCostNs) is { } before
            ? now.Over(before)
            : null;

    private static bool Repeats(SqlStatementCost cost) => cost.FirstHalf.Nanoseconds > 0 && cost.SecondHalf.Nanoseconds > 0
        && Math.Max(cost.FirstHalf / cost.SecondHalf, cost.SecondHalf / cost.FirstHalf) < SqlLimits.UnchangedFactor;
}
