using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Several sources measured a batch each in turn, so that a disturbance hits all alike, until somebody who looks at the
/// figures now and then is satisfied or the time is up.
/// </summary>
internal sealed class InterleavedRun
{
    private readonly BatchSeries[] _series;
    private readonly TimeProvider _time;
    private readonly long _started;
    private readonly TimeSpan _budget;
    private readonly CancellationToken _cancel;
    private TimeSpan _recording;

    public InterleavedRun(IEnumerable<ITimedCalls> subjects, TimeProvider time, TimeSpan budget, CancellationToken cancel)
    {
        _series = [.. subjects.Select(subject => new BatchSeries(subject))];
        _time = time;
        _budget = budget;
        _cancel = cancel;
        _started = time.GetTimestamp();
    }

    /// <summary>A series for each subject, in their order.</summary>
    public IReadOnlyList<BatchSeries> Series => _series;

    /// <summary>Whether it was cancelled before anyone was satisfied.</summary>
    public bool WasCancelled { get; private set; }

    /// <summary>The wall-clock time it took, warm-up included.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>The share of the recording time, 0 to 1, that batches spent standing still.</summary>
    public double LostShare => Lost.ToTimeSpan() / Max(_recording, TimeSpan.FromTicks(1));

    /// <summary>The time that batches spent standing still.</summary>
    public Duration Lost => new(_series.Sum(series => series.Lost().Nanoseconds));

    private bool MayGoOn => !_cancel.IsCancellationRequested && _time.GetElapsedTime(_started) < _budget;

    /// <summary>Measures until <paramref name="isSatisfied"/> says so at a look, at the latest at the last one.</summary>
    public void Measure(Func<bool> isSatisfied)
    {
        WarmUp();
        var recordingSince = _time.GetTimestamp();
        var satisfied = false;
        do
        {
            foreach (var series in _series)
            {
                series.Record();
            }

            satisfied = MeasuringPlan.Looks.Contains(_series[0].Count) && isSatisfied();
        }
        while (!satisfied && MayGoOn && _series[0].Count < MeasuringPlan.Looks[^1]);
        WasCancelled = _cancel.IsCancellationRequested && !satisfied;
        _recording = _time.GetElapsedTime(recordingSince);
        Elapsed = _time.GetElapsedTime(_started);
    }

    private void WarmUp()
    {
        var timestampCost = TickLength.ReadCost();
        foreach (var series in _series)
        {
            series.FindLength(timestampCost);
        }

        foreach (var series in _series)
        {
            series.WarmUp(() => MayGoOn);
        }
    }

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
