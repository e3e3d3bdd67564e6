namespace TimerProbe.Core.Verdicts;

/// <summary>Estimates what a call or a statement costs from loops that differ in that only.</summary>
public static class PairedLoops
{
    public static readonly int MinPairs = OrderStatistics.SmallestSample(SqlWorkloadFacts.Misrate);

    public static SqlClockCall? Difference(IReadOnlyList<LoopPair> pairs)
    {
        if (!AreConclusive(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, 1);
        return new SqlClockCall(interval.Median, interval.Low, interval.High, pairs.Count);
    }

    public static SqlStatementCost? Statement(IReadOnlyList<LoopPair> pairs)
    {
        if (!AreConclusive(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, SqlStatementCost.StatementsMore);
        Duration Half(IEnumerable<LoopPair> half) => Interval([.. half], SqlStatementCost.StatementsMore).Median;
        var first = (pairs.Count + 1) / 2;
        return new SqlStatementCost(
            interval.Median, interval.Low, interval.High, pairs.Count, Half(pairs.Take(first)), Half(pairs.TakeLast(first)));
    }

    private static bool AreConclusive(IReadOnlyList<LoopPair> pairs) =>
        pairs.Count > 0 && pairs.All(pair => pair.Passes > 0 && pair.With > Duration.Zero && pair.Without > Duration.Zero);

    private static MedianInterval Interval(IReadOnlyList<LoopPair> pairs, int differing)
    {
        var differences = pairs.Select(pair => (pair.With.Nanoseconds - pair.Without.Nanoseconds) / pair.Passes / differing);
        return OrderStatistics.Median([.. differences.Order()], SqlWorkloadFacts.Misrate);
    }
}
