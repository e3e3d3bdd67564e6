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
    private readonly RecentEvents _recent = new();
    private readonly WatchTally _tally;
    private WatchSample? _last;
    private DateTimeOffset? _levelSince;

    /// <summary>Begins a run.</summary>
    public WatchState(WatchStart start)
    {
        _start = start;
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
            lines.Add(Describe(sample));
        }

        AddTime(lines, sample);
        AddRates(lines, sample);
        if (_changes.Take(sample) is { } change)
        {
            lines.Add(Describe(change, sample));
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
    public IReadOnlyList<WatchLine> Take(HostReading reading)
    {
        if (_host.Take(reading) is not { } change)
        {
            return [];
        }

        var line = new WatchHostChanged
        {
            Run = _start.Run,
            At = reading.At,
            Sample = _last?.Number ?? 0,
            SessionIdBefore = change.Before.SessionId,
            SessionId = change.Now.SessionId,
            HostHzBefore = change.Before.HostHz,
            HostHz = change.Now.HostHz,
            VirtualTscHz = change.Now.VirtualTscHz,
            LastBefore = change.Before.At,
            Near = _recent.Around(change.Before.Elapsed, reading.Elapsed),
        };
        Remember(reading.Elapsed, "hostChanged", line.At, WatchWords.Of(line));
        _tally.Count([line]);
        return [line];
    }

    /// <summary>Ends the run.</summary>
    /// <param name="reason">Why it ends.</param>
    /// <param name="moment">When.</param>
    /// <param name="cpuTime">The processor time this process has used.</param>
    /// <returns>The last lines: a summary of what no other covers, and the end.</returns>
    public IReadOnlyList<WatchLine> End(WatchEnd reason, WatchMoment moment, TimeSpan cpuTime) =>
        [_tally.Summarize(moment, cpuTime, _changes.Level, _rates.Last), _tally.End(reason, moment, cpuTime)];

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
        Cost = _last is null ? WatchCost.Of(TimeSpan.Zero, TimeSpan.Zero) : _tally.CostUntil(_last.Moment, _last.CpuTime),
    };

    private void AddTime(List<WatchLine> lines, WatchSample sample)
    {
        var before = _last?.Moment ?? _start.Moment;
        var (now, at) = (sample.Moment.Elapsed, sample.Moment.Wall);
        var suspension = TimeJudge.Suspension(before, sample);
        var step = TimeJudge.Step(before, sample.Moment);
        if (suspension is { } still)
        {
            lines.Add(new WatchSuspended
            {
                Run = _start.Run,
                At = at,
                Sample = sample.Number,
                ForSeconds = Math.Round(still.For.TotalSeconds, 3),
                SeenBy = still.SeenBy,
                Near = _recent.Around(before.Elapsed, now),
            });
            Remember(now, "suspended", at, WatchWords.Of((WatchSuspended)lines[^1]));
        }

        if (step is { } by)
        {
            _rates.ForgetWindow();
            lines.Add(new WatchClockStepped
            {
                Run = _start.Run,
                At = at,
                Sample = sample.Number,
                ByMs = Math.Round(by.TotalMilliseconds, 3),
                Near = _recent.Around(before.Elapsed, now),
            });
            Remember(now, "clockStep", at, WatchWords.Of((WatchClockStepped)lines[^1]));
        }
    }

    private void AddRates(List<WatchLine> lines, WatchSample sample)
    {
        foreach (var change in _rates.Take(sample))
        {
            var line = new WatchDrifted
            {
                Run = _start.Run,
                At = sample.Moment.Wall,
                Sample = sample.Number,
                Pair = change.Pair,
                Apart = change.Apart,
                RatePpm = change.Rate,
                UncertaintyPpm = change.Uncertainty,
                OverSeconds = change.OverSeconds,
                Near = _recent.Around(sample.Moment.Elapsed - TimeSpan.FromSeconds(change.OverSeconds * WatchLimits.DriftWindows), sample.Moment.Elapsed),
            };
            lines.Add(line);
            Remember(sample.Moment.Elapsed, "drift", line.At, WatchWords.Of(line));
        }
    }

    private WatchLine Describe(LevelChange change, WatchSample sample)
    {
        _levelSince = change.First.At;
        if (change is not { From: { } from, LastBefore: { } lastBefore })
        {
            return new WatchLevelFound { Run = _start.Run, At = change.First.At, Sample = change.First.Sample, Level = change.To, Confirmed = change.Confirmed };
        }

        // Marks have the wall clock's time; how long ago they were, the number of samples since tells as well.
        var ago = _start.Every * (sample.Number - lastBefore.Sample);
        var line = new WatchChanged
        {
            Run = _start.Run,
            At = change.First.At,
            Sample = change.First.Sample,
            From = from,
            To = change.To,
            LastBefore = lastBefore,
            Confirmed = change.Confirmed,
            Near = _recent.Around(sample.Moment.Elapsed - ago, sample.Moment.Elapsed),
        };
        Remember(sample.Moment.Elapsed, "change", line.At, WatchWords.Of(line));
        return line;
    }

    private WatchSampled Describe(WatchSample sample) => new()
    {
        Run = _start.Run,
        At = sample.Moment.Wall,
        Sample = sample.Number,
        State = sample.Verdict.State,
        Cause = sample.Verdict.Cause,
        Starved = !sample.Served,
        PreciseTimeNs = sample.Intervals.PreciseTime.Median,
        TimestampCounterNs = sample.Intervals.TimestampCounter?.Median,
        VmExitNs = sample.Intervals.VmExit?.Median,
    };

    private void Remember(TimeSpan elapsed, string kind, DateTimeOffset at, string what) => _recent.Add(elapsed, new WatchNeighbour(kind, at, what));
}
