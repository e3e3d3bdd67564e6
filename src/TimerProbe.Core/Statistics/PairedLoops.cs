using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Statistics;

/// <summary>Estimates what a call costs from loops that differ in that call only.</summary>
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
        if (pairs.Count == 0 || pairs.Any(pair => pair.Passes <= 0 || pair.With <= Duration.Zero || pair.Without <= Duration.Zero))
        {
            return null;
        }

        double[] differences = [.. pairs.Select(pair => (pair.With.Nanoseconds - pair.Without.Nanoseconds) / pair.Passes).Order()];
        var interval = OrderStatistics.Median(differences, SqlMisrate.OfRuns);
        return new SqlClockCall(interval.Median, interval.Low, interval.High, pairs.Count);
    }
}

/// <summary>Two loops that ran one after the other.</summary>
/// <param name="With">The time of the loop with the call.</param>
/// <param name="Without">The time of the same loop with a constant in its place.</param>
/// <param name="Passes">How often each went round.</param>
public readonly record struct LoopPair(Duration With, Duration Without, long Passes);
