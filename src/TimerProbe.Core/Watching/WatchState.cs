namespace TimerProbe.Core.Watching;

/// <summary>
/// All that a run of <c>watch</c> knows. It is fed samples and what is told of the host, and says what there is to write; it reads no
/// clock, and its size does not grow with time.
/// </summary>
public sealed class WatchState
{
    private readonly WatchStart _start;
    private readonly ChangeDetector _changes = new();
    private readonly RateWatch _rates = new();
    private readonly HostWatch _host = new();
    private readonly WatchEvents _events;
    private readonly WatchTally _tally;
    private WatchSample? _last;
    private DateTimeOffset? _levelSince;

    /// <summary>Begins a run.</summary>
    public WatchState(WatchStart start)
    {
        _start = start;
        _events = new WatchEvents(start);
        _tally = new WatchTally(start);
    }

    /// <summary>The first line.</summary>
    public WatchLine Started => new WatchStarted
    {
        Run = _start.Run,
        At = _start.Moment.Wall,
        Sample = 0,
        Tool = _start.Tool,
        Machine = _start.Machine,
        EverySeconds = _start.Every.TotalSeconds,
    };

    /// <summary>Whether more samples like the last would make a change: a good moment to ask about the host.</summary>
    public bool IsInDoubt => _changes.IsInDoubt;

    /// <summary>Takes the next sample.</summary>
    /// <returns>The lines to write, in their order; mostly none.</returns>
    public IReadOnlyList<WatchLine> Take(WatchSample sample)
    {
        var lines = new List<WatchLine>();
        _tally.Add(sample);
        if (_start.Samples)
        {
            lines.Add(WatchEvents.Sampled(_start.Run, sample));
        }

        AddTime(lines, sample);
        lines.AddRange(_rates.Take(sample).Select(change => _events.Drifted(change, sample)));
        if (_changes.Take(sample) is { } change)
        {
            _levelSince = change.First.At;
            lines.Add(_events.Changed(change, sample));
        }

        _last = sample;
        _tally.Count(lines);
        if (_tally.IsSummaryDue(sample))
        {
            lines.Add(_tally.Summarize(sample.Moment, sample.CpuTime, _changes.Level, _rates.Last));
        }

        return lines;
    }

    /// <summary>Takes what was told of the host.</summary>
    /// <returns>The lines to write; mostly none.</returns>
    public IReadOnlyList<WatchLine> Take(HostClockReading reading)
    {
        if (_host.Take(reading) is not { } change)
        {
            return [];
        }

        var line = _events.HostChanged(change, reading, _last?.Number ?? 0);
        _tally.Count([line]);
        return [line];
    }

    /// <summary>Ends the run.</summary>
    /// <param name="reason">Why it ends.</param>
    /// <param name="moment">When.</param>
    /// <param name="cpuTime">The processor time this process has used.</param>
    /// <returns>The last lines: a summary of what no other covers, and the end.</returns>
    public IReadOnlyList<WatchLine> End(WatchEnd reason, WatchMoment moment, TimeSpan cpuTime) =>
        [_tally.Summarize(moment, cpuTime, _changes.Level, _rates.Last), _tally.End(reason, moment, cpuTime, _changes.Level)];

    /// <summary>How things stand.</summary>
    public WatchSnapshot Snapshot() => new()
    {
        Machine = _start.Machine,
        Version = _start.Tool.Version,
        StartedAt = _start.Moment.Wall,
        Last = _last,
        Level = _changes.Level,
        LevelSince = _levelSince,
        Samples = _tally.Samples,
        Events = _tally.Events,
        Clocks = _tally.Clocks(),
        Rates = _rates.Last,
        Cost = _last is null ? WatchCost.From(TimeSpan.Zero, TimeSpan.Zero) : _tally.CostUntil(_last.Moment, _last.CpuTime),
    };

    private void AddTime(List<WatchLine> lines, WatchSample sample)
    {
        var before = _last?.Moment ?? _start.Moment;
        var suspension = TimeJudge.Suspension(before, sample);
        var step = TimeJudge.Step(before, sample.Moment);
        if (suspension is { } still)
        {
            lines.Add(_events.Suspended(still, before, sample));
        }

        if (step is { } by)
        {
            _rates.ForgetWindow();
            lines.Add(_events.Stepped(by, before, sample));
        }
    }
}

/// <summary>
/// Says from the clocks of two samples in a row whether machine or process stood still and whether the wall clock was set.
/// </summary>
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

/// <summary>Compares what is told of the host with what was told before. Silence changes nothing.</summary>
internal sealed class HostWatch
{
    /// <summary>The Tools tell whole megahertz: one more or less is the same.</summary>
    private const double SameMegahertz = 1.5;

    private HostClockReading? _known;

    /// <summary>Takes the next reading.</summary>
    /// <returns>What was known before and is known now, when it differs.</returns>
    public (HostClockReading Before, HostClockReading Now)? Take(HostClockReading reading)
    {
        var before = _known;
        _known = before is null ? reading : reading with
        {
            SessionId = reading.SessionId ?? before.SessionId,
            HostHz = reading.HostHz ?? before.HostHz,
            VirtualTscHz = reading.VirtualTscHz ?? before.VirtualTscHz,
        };
        return before is not null && Differs(before, _known) ? (before, _known) : null;
    }

    private static bool Differs(HostClockReading before, HostClockReading now) =>
        (before.SessionId is { } session && session != now.SessionId)
        || (before.HostHz is { } host && now.HostHz is { } other && Math.Abs(host.Megahertz - other.Megahertz) > SameMegahertz);
}
