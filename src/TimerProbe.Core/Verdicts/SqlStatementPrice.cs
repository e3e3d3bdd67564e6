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
    /// many times cheaper: on a processor that does not serve both are slow. Where this machine's clock was measured fast, a price only has
    /// to be ordinary.
    /// </summary>
    internal static SqlReading Read(SqlMeasurement measured, bool clockIsFast)
    {
        if (measured.Recorded || !measured.IsSqlServer || Of(measured.StatementCost) is not { } price)
        {
            return !measured.Recorded && measured.IsSqlServer && Changed(measured.StatementCost) ? SqlReading.Unclear : SqlReading.Nothing;
        }

        var normal = clockIsFast ? SqlLimits.StatementOrdinary : SqlLimits.StatementNormal;
        var reading = SqlReadings.Read(price, normal, SqlLimits.StatementSlow);
        var isDear = measured.ManyTimesTheControl(SqlWorkload.StatementCost, price, SqlLimits.StatementOverRow);
        return reading == SqlReading.Slow && !isDear ? SqlReading.Unclear : reading;
    }

    /// <summary>Against the earlier run, on SQL Server alone: elsewhere eight assignments in a statement may cost more.</summary>
    public static RatioInterval? AgainstEarlier(SqlMeasurement measured) =>
        measured.IsSqlServer && Of(measured.StatementCost) is { } now && Of(measured.Earlier?.StatementCostNs) is { } before
            ? now.Over(before)
            : null;

    /// <summary>Whether there are pairs enough for a price, and it reaches from nothing to a slow one, or the last have another.</summary>
    public static bool Changed(SqlStatementCost? cost) => cost is not null && cost.Pairs >= PairedLoops.FewestPairs && Of(cost) is null
        && (cost.Low.Nanoseconds > 0 || cost.High >= SqlLimits.StatementSlow);

    private static bool Repeats(SqlStatementCost cost) => cost.FirstHalf.Nanoseconds > 0 && cost.SecondHalf.Nanoseconds > 0
        && Math.Max(cost.FirstHalf / cost.SecondHalf, cost.SecondHalf / cost.FirstHalf) < SqlLimits.UnchangedFactor;
}
