using TimerProbe.Core.Facts;
using TimerProbe.Core.Publishing;

namespace TimerProbe.Core.Watching;

/// <summary>What is known when watching begins.</summary>
public sealed record WatchStart
{
    /// <summary>The run's id: a UUID of version 7.</summary>
    public required Guid Run { get; init; }

    /// <summary>The program that watches.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The machine.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>When it is.</summary>
    public required WatchMoment Moment { get; init; }

    /// <summary>The processor time this process has used so far.</summary>
    public required TimeSpan CpuTime { get; init; }

    /// <summary>The time between two samples.</summary>
    public required TimeSpan Every { get; init; }

    /// <summary>The time between two summaries.</summary>
    public required TimeSpan SummaryEvery { get; init; }

    /// <summary>Whether every sample is a line too.</summary>
    public bool Samples { get; init; }
}

/// <summary>
/// All that a run of <c>watch</c> knows. It is fed samples and what is reported of the host, and says what there is to write; it reads no
/// clock, and its size does not grow with time.
/// </summary>
public sealed class WatchState
{
    /// <summary>The Tools report whole megahertz: one more or less is the same.</summary>
    private const double SameMegahertz = 1.5;

    private readonly WatchStart _start;
    private readonly ChangeDetector _changes = new();
    private readonly RateWatch _rates = new();
    private readonly WatchLineBuilder _lineBuilder;
    private readonly WatchTally _tally;
    private HostClockReading? _host;
    private WatchSample? _last;
    private DateTimeOffset? _levelSince;

    /// <summary>Begins a run.</summary>
    public WatchState(WatchStart start)
    {
        _start = start;
        _lineBuilder = new WatchLineBuilder(start);
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

    /// <summary>Takes the next sample; the lines to write, in their order, mostly none.</summary>
    public IReadOnlyList<WatchLine> Take(WatchSample sample)
    {
        var lines = new List<WatchLine>();
        _tally.Add(sample);
        if (_start.Samples)
        {
            lines.Add(WatchLineBuilder.Sampled(_start.Run, sample));
        }

        AddTime(lines, sample);
        lines.AddRange(_rates.Take(sample).Select(change => _lineBuilder.Drifted(change, sample)));
        if (_changes.Take(sample) is { } change)
        {
            _levelSince = change.First.At;
            lines.Add(_lineBuilder.Changed(change, sample));
        }

        _last = sample;
        _tally.Count(lines);
        if (_tally.IsSummaryDue(sample))
        {
            lines.Add(_tally.Summarize(sample.Moment, sample.CpuTime, _changes.Level, _rates.Last));
        }

        return lines;
    }

    /// <summary>Takes what was reported of the host; the lines to write, mostly none.</summary>
    public IReadOnlyList<WatchLine> Take(HostClockReading reading)
    {
        // No report changes nothing.
        var before = _host;
        _host = before is null ? reading : reading with
        {
            SessionId = reading.SessionId ?? before.SessionId,
            HostHz = reading.HostHz ?? before.HostHz,
            VirtualTscHz = reading.VirtualTscHz ?? before.VirtualTscHz,
        };
        if (before is null || !Differs(before, _host))
        {
            return [];
        }

        var line = _lineBuilder.HostChanged((before, _host), reading, _last?.Number ?? 0);
        _tally.Count([line]);
        return [line];
    }

    /// <summary>The last lines: a summary of what no other covers, and the end.</summary>
    public IReadOnlyList<WatchLine> End(WatchEnd reason, WatchMoment moment, TimeSpan cpuTime) =>
        [_tally.Summarize(moment, cpuTime, _changes.Level, _rates.Last), _tally.End(reason, moment, cpuTime, _changes.Level)];

    /// <summary>The present state.</summary>
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
        var suspension = Suspension(before, sample);
        var step = Step(before, sample.Moment);
        if (suspension is { } still)
        {
            lines.Add(_lineBuilder.Suspended(still, before, sample));
        }

        if (step is { } by)
        {
            _rates.ForgetWindow();
            lines.Add(_lineBuilder.Stepped(by, before, sample));
        }
    }

    /// <summary>How long machine or process stood still and what showed it; null when it did not.</summary>
    private static (TimeSpan For, SuspensionSign SeenBy)? Suspension(WatchMoment before, WatchSample sample)
    {
        var passed = sample.Moment.Elapsed - before.Elapsed;
        var slept = passed - (sample.Moment.Awake - before.Awake);
        return slept > WatchLimits.Slept + Tolerated(passed) ? (slept, SuspensionSign.SleepClock)
            : sample.Late > WatchLimits.StoodStill ? (sample.Late, SuspensionSign.LateSample)
            : null;
    }

    /// <summary>By how much the wall clock was set, positive when forward; null when it was not, or only slewed.</summary>
    private static TimeSpan? Step(WatchMoment before, WatchMoment now)
    {
        var passed = now.Elapsed - before.Elapsed;
        var by = now.Wall - before.Wall - passed;
        return by.Duration() > WatchLimits.ClockStep + Tolerated(passed) ? by : null;
    }

    private static bool Differs(HostClockReading before, HostClockReading now) =>
        (before.SessionId is { } session && session != now.SessionId)
        || (before.HostHz is { } host && now.HostHz is { } other && Math.Abs(host.Megahertz - other.Megahertz) > SameMegahertz);

    // The clocks of one machine need not run at quite the same rate.
    private static TimeSpan Tolerated(TimeSpan passed) => passed * WatchLimits.Slew.Value / 1e6;
}

/// <summary>The state at a sample, for gauges.</summary>
public sealed record WatchSnapshot
{
    /// <summary>The machine.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>The version of the program that watches.</summary>
    public required string Version { get; init; }

    /// <summary>When watching began.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The last sample; null before the first.</summary>
    public required WatchSample? Last { get; init; }

    /// <summary>The level; null before there was one.</summary>
    public required WatchLevel? Level { get; init; }

    /// <summary>Since when it is at this level; null before there was one.</summary>
    public required DateTimeOffset? LevelSince { get; init; }

    /// <summary>All samples.</summary>
    public required SampleCounts Samples { get; init; }

    /// <summary>How many lines of each kind were written.</summary>
    public required IReadOnlyDictionary<string, int> Events { get; init; }

    /// <summary>The costs of all samples that were served.</summary>
    public required IReadOnlyList<ClockHistogram> Clocks { get; init; }

    /// <summary>The last comparison of the clocks' rates; null before there was one.</summary>
    public required WatchRates? Rates { get; init; }

    /// <summary>What watching cost since it began.</summary>
    public required WatchCost Cost { get; init; }

    /// <summary>What a run leaves with its hypervisor; null before there was a level.</summary>
    public PublishedCheck? ToPublish(Guid run) => Level is not { } level ? null : new PublishedCheck
    {
        MeasuredAt = Last?.Moment.Wall ?? StartedAt,
        Id = run,
        State = level.State,
        Cause = level.Cause,
        PreciseTime = level.PreciseTimeNs,
        TimestampCounter = level.TimestampCounterNs,
        VmExit = level.VmExitNs,
        VirtualTscHz = Machine.Hypervisor.VirtualTscHz,
        ToolVersion = Version,
    };
}
