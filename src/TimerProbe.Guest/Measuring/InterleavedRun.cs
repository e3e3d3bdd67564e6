namespace TimerProbe.Guest.Measuring;

/// <summary>Sources measured a batch each in turn, so a disturbance hits all alike, until a look is satisfied or time is up.</summary>
internal sealed class InterleavedRun(IEnumerable<ITimedCalls> subjects)
{
    private readonly BatchSeries[] _series = [.. subjects.Select(subject => new BatchSeries(subject))];

    public IReadOnlyList<BatchSeries> Series => _series;

    public TimeSpan Recording { get; private set; }

    /// <summary>Until <paramref name="isSatisfied"/> says so at a look, at the latest at the last one; at least one batch each.</summary>
    public void Measure(StopCondition stoppage, Func<bool> isSatisfied)
    {
        WarmUp(stoppage);
        Continue(stoppage, isSatisfied);
    }

    public void Continue(StopCondition stoppage, Func<bool> isSatisfied)
    {
        var started = stoppage.Elapsed;
        bool satisfied;
        do
        {
            foreach (var series in _series)
            {
                series.Record();
            }

            satisfied = MeasuringPlan.Looks.Contains(_series[0].Count) && isSatisfied();
        }
        while (!satisfied && !stoppage.IsDue && !_series[0].IsFull);
        Recording += stoppage.Elapsed - started;
    }

    private void WarmUp(StopCondition stoppage)
    {
        var timestampCost = TickLength.ReadCost();
        foreach (var series in _series)
        {
            series.FindLength(timestampCost);
        }

        foreach (var series in _series)
        {
            series.WarmUp(() => !stoppage.IsDue);
        }
    }
}

/// <summary>Measuring stops at the end of its budget, which is counted from here on, or when it is cancelled.</summary>
internal sealed class StopCondition(TimeProvider time, TimeSpan budget, CancellationToken cancellationToken)
{
    private readonly long _started = time.GetTimestamp();

    public StopCondition Part(TimeSpan maxTime) =>
        new(time, TimeSpan.FromTicks(Math.Min(maxTime.Ticks, Math.Max(0, (budget - Elapsed).Ticks))), cancellationToken);

    public TimeSpan Elapsed => time.GetElapsedTime(_started);

    public bool IsDue => cancellationToken.IsCancellationRequested || Elapsed >= budget;
}
