namespace TimerProbe.Guest.Tests.Watching;

/// <summary>The whole way from batches to changes, under a load that the samples do not even admit.</summary>
public sealed class RecordedWatchTests
{
    private const double BusyMachine = 323;
    private static readonly ClockPath Path = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);

    private readonly FakeTime _time = new();
    private readonly LoadedClock _precise;
    private readonly LoadedClock _vmExit;
    private readonly LoadedClock _tsc;
    private readonly ClockMeasurement _measurement;

    public RecordedWatchTests()
    {
        var random = new Random(4711);
        (_precise, _vmExit, _tsc) = (new(_time, random, BusyMachine), new(_time, random, BusyMachine), new(_time, random, BusyMachine));
        _measurement = new ClockMeasurement(
            [_precise.As(ClockSource.PreciseTime), _vmExit.As(ClockSource.VmExit), _tsc.As(ClockSource.TimestampCounter)], Path, _time);
    }

    [Fact]
    public void Under_load_a_trap_that_comes_for_an_hour_and_goes_is_two_changes_at_the_right_samples()
    {
        var samples = (List<WatchSample>)[.. Native(1, 360), .. Trapped(361, 720), .. Native(721, 1080)];
        Assert.True(samples.Count(sample => sample.Verdict is not null) > 900, "too few samples count for this to say anything");
        var state = new WatchState(new ToolInfo("1.2.3"),
            new MachineFacts { Name = "DB01", Os = "an OS", Architecture = "x64", Hypervisor = new HypervisorFacts { Present = true } }, At(0));
        var changes = samples.Select(state.Take).OfType<WatchLine>().Where(line => line.From is not null).ToList();
        Assert.Equal([ClockCause.TscTrapped, ClockCause.None], changes.Select(change => change.Cause!.Value));
        Assert.Equal([First(361), First(721)], changes.Select(change => change.Since!.Value));

        DateTimeOffset First(long number) => samples.Skip((int)number - 1).First(sample => sample.Verdict is not null).Moment.Wall;
    }

    [Fact]
    public void A_sample_stays_within_its_budget_whatever_the_load()
    {
        var before = _time.GetTimestamp();
        var clock = new LoadedClock(_time, new Random(1), hitsASecond: 1e9) { Nanoseconds = 24 }.As(ClockSource.PreciseTime);
        new ClockMeasurement([clock], Path, _time).RunQuick(CancellationToken.None);
        Assert.InRange(_time.GetElapsedTime(before), TimeSpan.Zero, MeasuringPlan.QuickBudget + TimeSpan.FromSeconds(0.1));
    }

    [Fact]
    public void One_that_stays_undecided_ends_after_its_batches()
    {
        var clock = new LoadedClock(_time, new Random(1), hitsASecond: 0) { Nanoseconds = 91 };
        new ClockMeasurement([clock.As(ClockSource.PreciseTime)], Path, _time).RunQuick(CancellationToken.None);
        Assert.InRange(clock.Runs, MeasuringPlan.QuickBatches, 2 * MeasuringPlan.QuickBatches);
    }

    private static WatchMoment At(long number) =>
        new(DateTimeOffset.UnixEpoch + TimeSpan.FromSeconds(10 * number), TimeSpan.FromSeconds(10 * number), TimeSpan.FromSeconds(10 * number));

    private List<WatchSample> Native(long from, long to) => Measure(from, to, 24, 1070, 10);

    private List<WatchSample> Trapped(long from, long to) => Measure(from, to, 1180, 1070, 1090);

    private List<WatchSample> Measure(long from, long to, double precise, double vmExit, double tsc)
    {
        (_precise.Nanoseconds, _vmExit.Nanoseconds, _tsc.Nanoseconds) = (precise, vmExit, tsc);
        var samples = new List<WatchSample>();
        for (var number = from; number <= to; number++)
        {
            // A load that the samples do not even admit.
            var (intervals, _) = _measurement.RunQuick(CancellationToken.None);
            samples.Add(WatchSample.From(At(number), intervals with { Control = null }, Path, new ControlFacts(new Duration(1), 0.01, Starved: false)));
        }

        return samples;
    }
}
