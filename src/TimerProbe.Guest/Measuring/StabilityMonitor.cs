namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Asks after the measurement, spread over what follows it, whether precise time still costs what was measured. That takes a fraction
/// of a millisecond of a steady clock; only signs of a change lead to a longer look.
/// </summary>
internal sealed class StabilityMonitor(ITimedCalls precise, BatchSeries measured, StopCondition stoppage)
{
    private readonly Duration _median = measured.Quantile(0.5);
    private Stalls _stalls;
    private bool _isSuspicious;

    /// <summary>True when nothing spoke against a steady cost, or it was looked at for long enough.</summary>
    public bool IsComplete { get; private set; } = true;

    public void Suspect(bool sign) => _isSuspicious |= sign;

    /// <summary>Measures two batches again: when both are off, it was no interruption.</summary>
    /// <param name="before">Time lost to others since the last look: with much of it, both may have fallen into turns that are alike.</param>
    public void Look(Stalls before)
    {
        _stalls += before;
        Suspect(_stalls.AreLong(TimeSpan.FromMicroseconds(_stalls.Ran.Nanoseconds / 1000)));
        if (!_isSuspicious && !stoppage.IsDue)
        {
            _isSuspicious = IsOff() && IsOff();
        }
    }

    /// <returns>Null when the cost is the same on all processors.</returns>
    public ClockChange? LookAt(IReadOnlyList<LogicalProcessor> processors)
    {
        var look = new ProcessorLook(precise, processors, stoppage.Part(MeasuringPlan.LongestProcessorLook));
        var (change, restless) = look.Measure(_median);
        Suspect(restless);
        return change;
    }

    /// <returns>Null when there were no signs of a change, or there was none.</returns>
    public ClockChange? Conclude()
    {
        if (!_isSuspicious)
        {
            return null;
        }

        var probe = new PhaseProbe(precise, new ArithmeticControl(), stoppage.Part(MeasuringPlan.LongestPhaseProbe));
        var change = probe.Measure(_median);
        IsComplete = probe.IsComplete;
        return change;
    }

    private bool IsOff() =>
        ChangeSigns.IsOff(precise.Run(measured.CallsPerBatch).Nanoseconds / measured.CallsPerBatch, _median.Nanoseconds);
}

/// <summary>
/// Signs that a clock's cost changed while it was measured. They are cheap to look for and prove nothing; what follows is a
/// <see cref="PhaseProbe"/>.
/// </summary>
internal static class ChangeSigns
{
    private const double DisagreeFactor = 10;

    public static bool ReadsClock(ClockSource source) => source is ClockSource.PreciseTime or ClockSource.Counter
        or ClockSource.TimestampCounter or ClockSource.TimestampCounterOrdered;

    /// <summary>
    /// True when two clocks were off in one round and nothing else was. Waiting for a processor hits one batch of a round, whichever it
    /// is; a clock that changes hits the clocks.
    /// </summary>
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

    /// <summary>True when clocks that are built on one counter cost so differently that one of them must have changed.</summary>
    public static bool BetweenClocks(ClockSeries series)
    {
        var (precise, counter) = (Median(series, ClockSource.PreciseTime), Median(series, ClockSource.Counter));
        var (tsc, ordered) = (Median(series, ClockSource.TimestampCounter), Median(series, ClockSource.TimestampCounterOrdered));
        return IsOff(precise, counter) || IsOff(tsc, ordered)
            || (precise <= VerdictTable.HealthyLimit.Nanoseconds && (IsOff(precise, tsc) || IsOff(precise, ordered)));
    }

    /// <summary>
    /// True when RDTSC and RDTSCP, which trap together, cost so differently that neither figure may decide: something else than the
    /// instruction is in one of them.
    /// </summary>
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
