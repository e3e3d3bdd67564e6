using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>Estimates what a call or a statement costs from loops that differ in that only.</summary>
public static class PairedLoops
{
    /// <summary>Fewer pairs have no interval at <see cref="SqlMisrate.OfRuns"/>.</summary>
    public static readonly int FewestPairs = OrderStatistics.SmallestSample(SqlMisrate.OfRuns);

    /// <summary>
    /// The difference of each pair per pass, their median and its interval. The loops of a pair run one after the other, so that what
    /// disturbs the server disturbs both, and a pair that was disturbed counts once.
    /// </summary>
    /// <param name="pairs">The pairs.</param>
    /// <returns>Null without pairs, and when a loop took no time at all, as on servers that tell none.</returns>
    public static SqlClockCall? Difference(IReadOnlyList<LoopPair> pairs)
    {
        if (!Tell(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, 1);
        return new SqlClockCall(interval.Median, interval.Low, interval.High, pairs.Count);
    }

    /// <summary>What a statement costs, of pairs in the order in which they ran: the one loop makes seven statements a pass more.</summary>
    /// <inheritdoc cref="Difference"/>
    public static SqlStatementCost? Statement(IReadOnlyList<LoopPair> pairs)
    {
        if (!Tell(pairs))
        {
            return null;
        }

        var interval = Interval(pairs, SqlStatementCost.StatementsMore);
        Duration Half(IEnumerable<LoopPair> half) => Interval([.. half], SqlStatementCost.StatementsMore).Median;
        var first = (pairs.Count + 1) / 2;
        return new SqlStatementCost(
            interval.Median, interval.Low, interval.High, pairs.Count, Half(pairs.Take(first)), Half(pairs.TakeLast(first)));
    }

    private static bool Tell(IReadOnlyList<LoopPair> pairs) =>
        pairs.Count > 0 && pairs.All(pair => pair.Passes > 0 && pair.With > Duration.Zero && pair.Without > Duration.Zero);

    private static MedianInterval Interval(IReadOnlyList<LoopPair> pairs, int differing)
    {
        double[] differences = [
            .. pairs.Select(pair => (pair.With.Nanoseconds - pair.Without.Nanoseconds) / pair.Passes / differing).Order()
        ];
        return OrderStatistics.Median(differences, SqlMisrate.OfRuns);
    }
}

/// <summary>Two loops that ran one after the other.</summary>
/// <param name="With">The time of the loop with the call, or with more statements.</param>
/// <param name="Without">The time of the same loop with a constant in its place, or with one statement.</param>
/// <param name="Passes">How often each went round.</param>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes);
