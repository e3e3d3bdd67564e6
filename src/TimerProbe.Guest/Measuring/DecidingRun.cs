namespace TimerProbe.Guest.Measuring;

/// <summary>The clocks that a verdict rests on, measured in turn with arithmetic that reads none.</summary>
internal sealed class DecidingRun
{
    private readonly VerdictJudge _judge;
    private readonly IClockReader? _tsc;
    private readonly long _startedAt, _startedTsc;

    public DecidingRun(IReadOnlyList<Clock> clocks, VerdictJudge judge)
    {
        (_judge, Clocks, _tsc) = (judge, Find([.. clocks]), Clock.GetValues(ClockSource.TimestampCounter, clocks));
        (_startedAt, _startedTsc) = (TimeProvider.System.GetTimestamp(), _tsc?.Read() ?? 0);
        Run = new InterleavedRun([.. Clocks.Select(clock => clock.Calls!), new ArithmeticControl()]);
        Series = new ClockSeries(Clocks, [.. Run.Series.SkipLast(1)]);
    }

    public Clock[] Clocks { get; }

    public InterleavedRun Run { get; }

    public ClockSeries Series { get; }

    public BatchSeries Control => Run.Series[^1];

    public RatioInterval? Factor() => ControlJudge.Factor(Control, GetTscRate());

    public ClockIntervals Intervals() => ClockMeasurement.Intervals(Series) with { Control = Factor() };

    public bool IsDecided() => _judge.IsDecided(Intervals());

    /// <summary>
    /// The TSC's rate against the monotonic counter since the start, good to a few percent: enough for the length of a processor cycle,
    /// not for a report, since the counter itself is calibrated by what the hypervisor says. Null for a rate that no clock has.
    /// </summary>
    private Frequency? GetTscRate() => _tsc is null ? null
        : Frequency.OfClock((long)((_tsc.Read() - _startedTsc) / TimeProvider.System.GetElapsedTime(_startedAt).TotalSeconds));

    private static Clock[] Find(Clock[] all)
    {
        var hasTsc = Array.Exists(all, clock => clock is { Source: ClockSource.TimestampCounter, Calls: not null });
        return Array.FindAll(all, clock => clock.Calls is not null
            && (clock.Source is ClockSource.PreciseTime or ClockSource.TimestampCounter or ClockSource.VmExit
                || (!hasTsc && clock.Source is ClockSource.Counter or ClockSource.CoarseTime)));
    }
}
