namespace TimerProbe.Core.Verdicts;

/// <summary>Times of two loops run one after the other, with so many passes each, that differ only in the call or statements.</summary>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes)
{
    public static readonly int MinPairs = OrderStatistics.SmallestSample(SqlWorkloadFacts.Misrate);

    public static SqlClockCall? GetCallCost(IReadOnlyList<LoopPair> pairs)
    {
        if (!AreConclusive(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, 1);
        return new SqlClockCall(interval.Median, interval.Low, interval.High, pairs.Count);
    }

    public static SqlStatementCost? GetStatementCost(IReadOnlyList<LoopPair> pairs)
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
