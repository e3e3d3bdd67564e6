using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Watching;

namespace TimerProbe.Guest.Tests.Watching;

/// <summary>A machine whose time passes only while somebody waits, and while it is told to.</summary>
internal sealed class SimulatedMachine : TimeProvider, IWatchSource, IHostReader, IWatchLog
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private TimeSpan _passed;

    /// <summary>What a read costs at a sample.</summary>
    public Func<long, double> PreciseNs { get; init; } = _ => 24;

    /// <summary>What happens at a sample.</summary>
    public Action<long> AtSample { get; init; } = _ => { };

    /// <summary>How much too early a timer fires that was to wait longer.</summary>
    public TimeSpan Early { get; init; }

    /// <summary>The times at which samples were taken, since the start.</summary>
    public List<TimeSpan> Times { get; } = [];

    /// <summary>Asks it to end.</summary>
    public CancellationToken Stop { get; init; }

    public List<WatchLine> Lines { get; } = [];

    /// <summary>The samples at which the host was asked about, and whether everything was asked.</summary>
    public List<(long Sample, bool Everything)> Asked { get; } = [];

    public long Taken { get; private set; }

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

    public TimeSpan CpuTime() => TimeSpan.FromMilliseconds(7 * Taken);

    public WatchSample Take(long number, TimeSpan late, ClockPath path, CancellationToken cancel)
    {
        var moment = Now();
        Taken = number;
        Times.Add(_passed);
        AtSample(number);
        Pass(TimeSpan.FromMilliseconds(7));
        var cost = PreciseNs(number);
        return new WatchSample
        {
            Number = number,
            Moment = moment,
            Late = late,
            Intervals = new ClockIntervals(
                MedianInterval.Exactly(new Duration(cost)), MedianInterval.Exactly(new Duration(1070)), MedianInterval.Exactly(new Duration(cost * 0.9))),
            Path = path,
            Control = new ControlFacts(new Duration(1), 0, Starved: false),
            CpuTime = CpuTime(),
        };
    }

    public void Ask(bool everything) => Asked.Add((Taken, everything));

    public HostAnswer? Answer() => null;

    public void Append(WatchLine line) => Lines.Add(line);

    public void Run(TimeSpan? length, Action<WatchState>? sampled = null)
    {
        var start = new WatchStart
        {
            Run = Guid.CreateVersion7(Start),
            Tool = new Core.Facts.ToolInfo("1.2.3"),
            Machine = new MachineFacts { Name = "DB01", Os = "an OS", Architecture = "x64", Hypervisor = new HypervisorFacts { Present = true } },
            Moment = Now(),
            CpuTime = TimeSpan.Zero,
            Every = TimeSpan.FromSeconds(10),
            SummaryEvery = TimeSpan.FromHours(1),
        };
        var path = new ClockPath(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);
        new WatchLoop(this, this, this, this).Run(start, path, length, sampled ?? (_ => { }), Stop);
    }

    private sealed class FiredTimer : ITimer
    {
        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
