namespace TimerProbe.Core.Watching;

/// <summary>Builds the lines of what a watch saw, each with what happened shortly before it.</summary>
internal sealed class WatchLineBuilder(WatchStart start)
{
    /// <summary>More than happens in a minute on any machine that is worth watching.</summary>
    private const int MostRecent = 32;

    private readonly Queue<(TimeSpan Elapsed, WatchNeighbour Event)> _recent = new();

    public static WatchSampled Sampled(Guid run, WatchSample sample) => new()
    {
        Run = run,
        At = sample.Moment.Wall,
        Sample = sample.Number,
        State = sample.Verdict.State,
        Cause = sample.Verdict.Cause,
        Starved = !sample.Served,
        PreciseTimeNs = sample.Intervals.PreciseTime.Median,
        TimestampCounterNs = sample.Intervals.TimestampCounter?.Median,
        VmExitNs = sample.Intervals.VmExit?.Median,
    };

    public WatchLine Changed(LevelChange change, WatchSample sample)
    {
        if (change is not { From: { } from, LastBefore: { } lastBefore })
        {
            return new WatchLevelFound
            {
                Run = start.Run,
                At = change.First.At,
                Sample = change.First.Sample,
                Level = change.To,
                Confirmed = change.Confirmed,
            };
        }

        // Marks have the wall clock's time; the number of samples since also shows how long ago they were.
        var ago = start.Every * (sample.Number - lastBefore.Sample);
        var line = new WatchChanged
        {
            Run = start.Run,
            At = change.First.At,
            Sample = change.First.Sample,
            From = from,
            To = change.To,
            LastBefore = lastBefore,
            Confirmed = change.Confirmed,
            Near = Around(sample.Moment.Elapsed - ago, sample.Moment.Elapsed),
        };
        return Remember(sample.Moment.Elapsed, "change", line, WatchLineText.Format(line));
    }

    public WatchLine Suspended((TimeSpan For, SuspensionSign SeenBy) still, WatchMoment before, WatchSample sample)
    {
        var line = new WatchSuspended
        {
            Run = start.Run,
            At = sample.Moment.Wall,
            Sample = sample.Number,
            ForSeconds = Math.Round(still.For.TotalSeconds, 3),
            SeenBy = still.SeenBy,
            Near = Around(before.Elapsed, sample.Moment.Elapsed),
        };
        return Remember(sample.Moment.Elapsed, "suspended", line, WatchLineText.Format(line));
    }

    public WatchLine Stepped(TimeSpan by, WatchMoment before, WatchSample sample)
    {
        var line = new WatchClockStepped
        {
            Run = start.Run,
            At = sample.Moment.Wall,
            Sample = sample.Number,
            ByMs = Math.Round(by.TotalMilliseconds, 3),
            Near = Around(before.Elapsed, sample.Moment.Elapsed),
        };
        return Remember(sample.Moment.Elapsed, "clockStep", line, WatchLineText.Format(line));
    }

    public WatchLine Drifted(RateChange change, WatchSample sample)
    {
        var window = TimeSpan.FromSeconds(change.OverSeconds * WatchLimits.DriftWindows);
        var line = new WatchDrifted
        {
            Run = start.Run,
            At = sample.Moment.Wall,
            Sample = sample.Number,
            Pair = change.Pair,
            Apart = change.Apart,
            RatePpm = change.Rate,
            UncertaintyPpm = change.Uncertainty,
            OverSeconds = change.OverSeconds,
            Near = Around(sample.Moment.Elapsed - window, sample.Moment.Elapsed),
        };
        return Remember(sample.Moment.Elapsed, "drift", line, WatchLineText.Format(line));
    }

    public WatchLine HostChanged((HostClockReading Before, HostClockReading Now) change, HostClockReading reading, long sample)
    {
        var line = new WatchHostChanged
        {
            Run = start.Run,
            At = reading.At,
            Sample = sample,
            SessionIdBefore = change.Before.SessionId,
            SessionId = change.Now.SessionId,
            HostHzBefore = change.Before.HostHz,
            HostHz = change.Now.HostHz,
            VirtualTscHz = change.Now.VirtualTscHz,
            LastBefore = change.Before.At,
            Near = Around(change.Before.Elapsed, reading.Elapsed),
        };
        return Remember(reading.Elapsed, "hostChanged", line, WatchLineText.Format(line));
    }

    private WatchLine Remember(TimeSpan elapsed, string kind, WatchLine line, string what)
    {
        _recent.Enqueue((elapsed, new WatchNeighbour(kind, line.At, what)));
        while (_recent.Count > MostRecent)
        {
            _recent.Dequeue();
        }

        return line;
    }

    /// <summary>What happened between two moments, or up to a minute before or after.</summary>
    private IReadOnlyList<WatchNeighbour> Around(TimeSpan from, TimeSpan to)
    {
        var (first, last) = (from - WatchLimits.Neighbourhood, to + WatchLimits.Neighbourhood);
        return [.. _recent.Where(recent => recent.Elapsed >= first && recent.Elapsed <= last).Select(recent => recent.Event)];
    }
}
