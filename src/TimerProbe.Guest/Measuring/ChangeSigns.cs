namespace TimerProbe.Guest.Measuring;

/// <summary>Cheap signs that a clock's cost changed while measured. They prove nothing; a <see cref="PhaseProbe"/> follows.</summary>
internal static class ChangeSigns
{
    private const double DisagreeFactor = 10;

    public static bool ReadsClock(ClockSource source) => source is ClockSource.PreciseTime or ClockSource.Counter
        or ClockSource.TimestampCounter or ClockSource.TimestampCounterOrdered;

    public static bool InRounds(BatchSeries[] clocks, BatchSeries[] others)
    {
        var (medians, otherMedians) = (Array.ConvertAll(clocks, Median), Array.ConvertAll(others, Median));
        var rounds = clocks.Length < 2 ? 0 : Math.Min(clocks[0].Count, clocks[^1].Count);
        for (var round = 0; round < rounds; round++)
        {
            var off = 0;
            for (var i = 0; i < clocks.Length; i++)
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

    public static bool BetweenClocks(ClockSeries series)
    {
        var (precise, counter) = (Median(series, ClockSource.PreciseTime), Median(series, ClockSource.Counter));
        var (tsc, ordered) = (Median(series, ClockSource.TimestampCounter), Median(series, ClockSource.TimestampCounterOrdered));
        return IsOff(precise, counter) || IsOff(tsc, ordered)
            || (precise <= VerdictTable.HealthyLimit.Nanoseconds && (IsOff(precise, tsc) || IsOff(precise, ordered)));
    }

    public static bool InstructionsDisagree(ClockSeries series)
    {
        var (tsc, ordered) = (Median(series, ClockSource.TimestampCounter), Median(series, ClockSource.TimestampCounterOrdered));
        return IsOff(tsc, ordered) && Math.Max(tsc, ordered) >= DisagreeFactor * Math.Min(tsc, ordered);
    }

    /// <summary>True when two costs in ns, such as of a batch and its source's median, cannot be the same; false for NaN.</summary>
    public static bool IsOff(double cost, double median) =>
        double.IsFinite(cost) && double.IsFinite(median) && VerdictTable.Differ(new Duration(cost), new Duration(median));

    private static bool AnyOverran(BatchSeries[] series, double[] medians, int round)
    {
        for (var i = 0; i < series.Length; i++)
        {
            if (round < series[i].Count && series[i].Costs[round] > VerdictTable.SameFactor * medians[i])
            {
                return true;
            }
        }

        return false;
    }

    private static double Median(BatchSeries series) => series.Count == 0 ? 0 : series.Quantile(0.5).Nanoseconds;

    // What was not measured differs from nothing.
    private static double Median(ClockSeries series, ClockSource source) =>
        series.Measured(source) is { } measured ? Median(measured) : double.NaN;
}
