namespace TimerProbe.Core.Verdicts;

/// <summary>What a statement's price says: a slow clock is read for each, so it shows there and not in the controls.</summary>
public static class SqlStatementPrice
{
    public static MedianInterval? Of(SqlStatementCost? cost) =>
        cost is not null && cost.Pairs >= LoopPair.MinPairs && cost.Low.Nanoseconds > 0 && Repeats(cost)
            ? new MedianInterval(cost.Median, cost.Low, cost.High)
            : null;

    internal static SqlReading Read(SqlMeasurement measured, bool clockIsFast)
    {
        if (measured.Recorded || !measured.IsSqlServer || Of(measured.StatementCost) is not { } price)
        {
            return !measured.Recorded && measured.IsSqlServer && Changed(measured.StatementCost) ? SqlReading.Unclear : SqlReading.NoData;
        }

        var normal = clockIsFast ? SqlLimits.StatementOrdinary : SqlLimits.StatementNormal;
        var reading = SqlLimits.Read(price, normal, SqlLimits.StatementSlow);
        var isExpensive = measured.ManyTimesTheControl(SqlWorkload.StatementCost, price, SqlLimits.StatementOverRow);
        return reading == SqlReading.Slow && !isExpensive ? SqlReading.Unclear : reading;
    }

    public static RatioInterval? AgainstEarlier(SqlMeasurement measured) =>
        measured.IsSqlServer && Of(measured.StatementCost) is { } now && Of(measured.Earlier?.StatementCostNs) is { } before
            ? now.Over(before)
            : null;

    public static bool Changed(SqlStatementCost? cost) => cost is not null && cost.Pairs >= LoopPair.MinPairs && Of(cost) is null
        && (cost.Low.Nanoseconds > 0 || cost.High >= SqlLimits.StatementSlow);

    private static bool Repeats(SqlStatementCost cost) => cost.FirstHalf.Nanoseconds > 0 && cost.SecondHalf.Nanoseconds > 0
        && Math.Max(cost.FirstHalf / cost.SecondHalf, cost.SecondHalf / cost.FirstHalf) < SqlLimits.UnchangedFactor;
}
