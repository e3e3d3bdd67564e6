using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Several sources measured a batch each in turn, so that a disturbance hits all alike, until somebody who looks at the
/// figures now and then is satisfied or the time is up.
/// </summary>
/// <param name="subjects">What is measured.</param>
/// <param name="shortestBatch">How long a batch lasts at least; <see cref="MeasuringPlan.ShortestBatch"/> when null.</param>
internal sealed class InterleavedRun(IEnumerable<ITimedCalls> subjects, Duration? shortestBatch = null)
{
    private readonly BatchSeries[] _series = [.. subjects.Select(subject => new BatchSeries(subject))];

    /// <summary>A series for each subject, in their order.</summary>
    public IReadOnlyList<BatchSeries> Series => _series;

    public TimeSpan Recording { get; private set; }

    /// <summary>
    /// Measures until <paramref name="isSatisfied"/> says so at a look, at the latest at the last one; one batch each at least.
    /// </summary>
    public void Measure(StopCondition stoppage, Func<bool> isSatisfied)
    {
        WarmUp(stoppage);
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
        Recording = stoppage.Elapsed - started;
    }

    private void WarmUp(StopCondition stoppage)
    {
        var timestampCost = TickLength.ReadCost();
        foreach (var series in _series)
        {
            series.FindLength(timestampCost, shortestBatch);
        }

        foreach (var series in _series)
        {
            series.WarmUp(() => !stoppage.IsDue);
        }
    }
}
