using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Signs that a clock's cost changed while it was measured. They are cheap to look for and prove nothing; what follows is a
/// <see cref="PhaseProbe"/>.
/// </summary>
internal static class ChangeSigns
{
    /// <summary>Whether a source reads the hardware that a clock is built on.</summary>
    public static bool ReadsClock(ClockSource source) => source is ClockSource.PreciseTime or ClockSource.Counter
        or ClockSource.TimestampCounter or ClockSource.TimestampCounterOrdered;

    /// <summary>
    /// Whether there is a round in which two clocks were off at once and nothing else was. Waiting for a processor hits one batch of a
    /// round, whichever it is; a clock that changes hits the clocks.
    /// </summary>
    public static bool InRounds(IReadOnlyList<BatchSeries> clocks, IReadOnlyList<BatchSeries> others)
    {
        var rounds = clocks.Count == 0 ? 0 : clocks.Min(series => series.Count);
        double[] medians = [.. clocks.Select(Median)];
        double[] otherMedians = [.. others.Select(Median)];
        for (var round = 0; round < rounds; round++)
        {
            var off = 0;
            for (var i = 0; i < clocks.Count; i++)
            {
                off += IsOff(clocks[i].Costs[round], medians[i]) ? 1 : 0;
            }

            if (off >= 2 && !AnyOverran(others, otherMedians, round))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Whether clocks that are built on one counter cost so differently that one of them must have changed.</summary>
    /// <param name="median">The median cost of a source; null when it was not measured.</param>
    public static bool BetweenClocks(Func<ClockSource, Duration?> median)
    {
        var (precise, counter) = (median(ClockSource.PreciseTime), median(ClockSource.Counter));
        var (tsc, ordered) = (median(ClockSource.TimestampCounter), median(ClockSource.TimestampCounterOrdered));
        return Differ(precise, counter) || Differ(tsc, ordered)
            || (precise <= VerdictTable.HealthyLimit && (Differ(precise, tsc) || Differ(precise, ordered)));
    }

    /// <summary>Whether a batch cost so much more or less than its source's median that it was not the same cost.</summary>
    public static bool IsOff(double cost, double median) => VerdictTable.Differ(new Duration(cost), new Duration(median));

    private static bool Differ(Duration? one, Duration? other) => one is { } left && other is { } right && VerdictTable.Differ(left, right);

    private static bool AnyOverran(IReadOnlyList<BatchSeries> series, double[] medians, int round)
    {
        for (var i = 0; i < series.Count; i++)
        {
            if (round < series[i].Count && series[i].Costs[round] > VerdictTable.SameFactor * medians[i])
            {
                return true;
            }
        }

        return false;
    }

    private static double Median(BatchSeries series) => series.Count == 0 ? 0 : series.Quantile(0.5).Nanoseconds;
}
