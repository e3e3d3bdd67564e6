namespace TimerProbe.Guest.Tests.Watching;

/// <summary>A machine whose time passes only while somebody waits, and while it is told to.</summary>
internal sealed class SimulatedMachine : TimeProvider, IWatchSource, IWatchLog
{
    public static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private static readonly MachineFacts Facts = new()
    {
        Name = "DB01",
        SmbiosUuid = "42220000-0000-0000-0000-000000000001",
        Os = "an OS",
        Architecture = "x64",
        Hypervisor = new HypervisorFacts { Present = true },
    };

    private TimeSpan _passed;

    /// <summary>What a read costs at a time since the start.</summary>
    public Func<TimeSpan, double> PreciseNs { get; set; } = _ => 24;

    public Action<long> AtSample { get; set; } = _ => { };

    /// <summary>How much too early a timer fires that was to wait longer.</summary>
    public TimeSpan Early { get; init; }

    /// <summary>The times at which samples were taken, since the start.</summary>
    public List<TimeSpan> Times { get; } = [];

    public List<TimeSpan> Late { get; } = [];

    public CancellationToken Stop { get; init; }

    public List<WatchLine> Lines { get; } = [];

    /// <summary>The samples at which the host was asked about, and whether everything was asked.</summary>
    public List<(long Sample, bool Everything)> Asked { get; } = [];

    public long Taken => Times.Count;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _passed.Ticks;

    public override DateTimeOffset GetUtcNow() => Start + _passed;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Pass(dueTime > Early ? dueTime - Early : dueTime);
        callback(state);
        return new FiredTimer();
    }

    public void Pass(TimeSpan time) => _passed += time;

    public WatchMoment Now() => new(Start + _passed, _passed, _passed);

    public CpuPressureFacts ReadPressure() => new() { StealMs = 20, WaitedMs = 12.345 };

    public WatchSample Take(TimeSpan late, ClockPath path, CancellationToken cancellationToken)
    {
        var moment = Now();
        Times.Add(_passed);
        Late.Add(late);
        AtSample(Taken);
        var cost = PreciseNs(_passed);
        Pass(TimeSpan.FromMilliseconds(7));
        var intervals = new ClockIntervals(
            MedianInterval.Exactly(new Duration(cost)), MedianInterval.Exactly(new Duration(1070)),
                MedianInterval.Exactly(new Duration(cost * 0.9)));
        return WatchSample.From(moment, intervals, path, new ControlFacts(new Duration(1), 0, Starved: false));
    }

    public void AskHost(bool everything) => Asked.Add((Taken, everything));

    public (HostReading Reading, ClockPath? Path)? HostAnswer() => null;

    public void Append(WatchLine line) => Lines.Add(line);

    public void Run(TimeSpan? length, Action<WatchState>? sampled = null) => new WatchLoop(this, this, this)
        .Run(new WatchState(new ToolInfo("1.2.3"), Facts, Now()), TimeSpan.FromSeconds(10), length, sampled ?? (_ => { }), Stop);

    private sealed class FiredTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
