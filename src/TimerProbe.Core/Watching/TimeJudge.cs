namespace TimerProbe.Core.Watching;

/// <summary>Says from the clocks of two samples in a row whether machine or process stood still and whether the wall clock was set.</summary>
internal static class TimeJudge
{
    /// <summary>How long it stood still and what showed it; null when it did not.</summary>
    public static (TimeSpan For, SuspensionSign SeenBy)? Suspension(WatchMoment before, WatchSample sample)
    {
        var passed = sample.Moment.Elapsed - before.Elapsed;
        var slept = passed - (sample.Moment.Awake - before.Awake);
        return slept > WatchLimits.Slept + Tolerated(passed) ? (slept, SuspensionSign.SleepClock)
            : sample.Late > WatchLimits.StoodStill ? (sample.Late, SuspensionSign.LateSample)
            : null;
    }

    /// <summary>By how much the wall clock was set, positive when forward; null when it was not, or only slewed.</summary>
    public static TimeSpan? Step(WatchMoment before, WatchMoment now)
    {
        var passed = now.Elapsed - before.Elapsed;
        var by = now.Wall - before.Wall - passed;
        return by.Duration() > WatchLimits.ClockStep + Tolerated(passed) ? by : null;
    }

    // The clocks of one machine need not run at quite the same rate.
    private static TimeSpan Tolerated(TimeSpan passed) => passed * WatchLimits.Slew.Value / 1e6;
}
