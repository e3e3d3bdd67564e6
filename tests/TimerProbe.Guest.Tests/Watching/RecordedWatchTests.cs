using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Tests.Measuring;
using TimerProbe.Guest.Watching;

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
    private readonly WatchMeasurement _measurement;

    public RecordedWatchTests()
    {
        var random = new Random(4711);
        (_precise, _vmExit, _tsc) = (new(_time, random, BusyMachine), new(_time, random, BusyMachine), new(_time, random, BusyMachine));
        _measurement = new WatchMeasurement([_precise.As(ClockSource.PreciseTime), _vmExit.As(ClockSource.VmExit), _tsc.As(ClockSource.TimestampCounter)], _time);
    }

    [Fact]
    public void An_hour_of_load_is_no_change()
    {
        var samples = Native(1, 360);
        Assert.DoesNotContain(Changes(samples), change => change.From is not null);
        Assert.True(samples.Count(sample => sample.Decided) > 300, "too few samples count for this to say anything");
    }

    [Fact]
    public void An_hour_of_load_on_a_trapped_clock_is_no_change_either() =>
        Assert.DoesNotContain(Changes(Trapped(1, 360)), change => change.From is not null);

    [Fact]
    public void Under_load_a_trap_that_comes_and_goes_is_two_changes_at_the_right_samples()
    {
        var samples = (List<WatchSample>)[.. Native(1, 30), .. Trapped(31, 60), .. Native(61, 90)];
        var changes = Changes(samples).FindAll(change => change.From is not null);
        Assert.Equal([ClockCause.TscTrapped, ClockCause.None], changes.Select(change => change.To.Cause));
        Assert.Equal(
            [samples.First(sample => sample.Number >= 31 && sample.Decided).Number, samples.First(sample => sample.Number >= 61 && sample.Decided).Number],
            changes.Select(change => change.First.Sample));
    }

    [Fact]
    public void A_sample_stays_within_its_budget_and_its_batches_whatever_the_load()
    {
        var before = _time.GetTimestamp();
        var figures = new WatchMeasurement([new LoadedClock(_time, new Random(1), hitsASecond: 1e9) { Nanoseconds = 24 }.As(ClockSource.PreciseTime)], _time).Run(Path, CancellationToken.None);
        Assert.InRange(_time.GetElapsedTime(before), TimeSpan.Zero, WatchMeasurement.Budget + TimeSpan.FromSeconds(0.1));
        Assert.InRange(figures.Costs[0].Nanoseconds.Count, 1, WatchMeasurement.MostBatches);
    }

    private List<WatchSample> Native(long from, long to) => Measure(from, to, 24, 1070, 10);

    private List<WatchSample> Trapped(long from, long to) => Measure(from, to, 1180, 1070, 1090);

    private List<WatchSample> Measure(long from, long to, double precise, double vmExit, double tsc)
    {
        (_precise.Nanoseconds, _vmExit.Nanoseconds, _tsc.Nanoseconds) = (precise, vmExit, tsc);
        var samples = new List<WatchSample>();
        for (var number = from; number <= to; number++)
        {
            var at = TimeSpan.FromSeconds(10 * number);
            samples.Add(new WatchSample
            {
                Number = number,
                Moment = new WatchMoment(DateTimeOffset.UnixEpoch + at, at, at),
                Intervals = _measurement.Run(Path, CancellationToken.None).Intervals,
                Path = Path,
                Control = new ControlFacts(new Duration(1), 0.01, Starved: false),
            });
        }

        return samples;
    }

    private static List<LevelChange> Changes(IEnumerable<WatchSample> samples)
    {
        var detector = new ChangeDetector();
        return [.. samples.Select(detector.Take).OfType<LevelChange>()];
    }
}
