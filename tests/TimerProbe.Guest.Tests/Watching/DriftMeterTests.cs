using System.Diagnostics;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Tests.Measuring;
using TimerProbe.Guest.Watching;

namespace TimerProbe.Guest.Tests.Watching;

public sealed class DriftMeterTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(2_000)]
    [InlineData(-77_067)]
    public void A_wrong_rate_is_measured_from_one_window_to_the_next(double ppm)
    {
        var time = new FakeTime();
        var meter = Meter(time, ppm);
        Assert.Null(meter.Take(CancellationToken.None));
        time.Advance(new Duration(30e9));
        Assert.Null(meter.Take(CancellationToken.None));
        time.Advance(new Duration(30e9));
        var drift = meter.Take(CancellationToken.None)!;
        Assert.Equal(60, drift.OverSeconds);
        Assert.Equal(ppm, drift.PreciseAgainstCoarsePpm!.Value.Value, 250 + drift.UncertaintyPpm!.Value.Value);
    }

    [Fact]
    public void What_was_forgotten_is_not_compared()
    {
        var time = new FakeTime();
        var meter = Meter(time, ppm: 0);
        meter.Take(CancellationToken.None);
        time.Advance(new Duration(60e9));
        meter.Forget();
        Assert.Null(meter.Take(CancellationToken.None));
    }

    private static DriftMeter Meter(FakeTime time, double ppm) => new(
        [
            Clock.Create(ClockSource.PreciseTime, "simulated", new SimulatedClock(time, ppm, stepNs: 1)),
            Clock.Create(ClockSource.CoarseTime, "simulated", new SimulatedClock(time, ppm: 0, stepNs: 4_000_000)),
        ],
        time);

    /// <summary>Real time, and what the simulated one has passed besides.</summary>
    private sealed class SimulatedClock(FakeTime time, double ppm, long stepNs) : IClockReader
    {
        public bool HasValues => true;

        public Duration? Unit => new Duration(1);

        public Duration Run(int calls) => throw new NotSupportedException();

        public long Read() =>
            (long)((time.GetTimestamp() * (1 + (ppm / 1e6))) + Stopwatch.GetElapsedTime(0).TotalNanoseconds) / stepNs * stepNs;
    }
}
