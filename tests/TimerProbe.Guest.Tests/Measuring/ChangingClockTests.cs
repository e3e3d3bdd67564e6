namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>Clocks that are slow part of the time: by their number the cheap batches would always win.</summary>
public sealed class ChangingClockTests
{
    private static readonly ClockPath Fast = new(InVirtualMachine: true, FastPath: true, PlatformTimer: false, HypervisorPage: false);

    [Theory]
    [InlineData(10, 4)]
    [InlineData(10, 6)]
    [InlineData(10, 13)]
    [InlineData(3, 1)]
    public void Slow_in_every_second_span_of_some_milliseconds_is_intermittent(double span, double offset)
    {
        var result = Measure(at => (int)((at + offset) / span) % 2 == 1);
        Assert.Equal((ClockState.Unclear, ClockCause.Intermittent), (result.Judge(cancelled: false).State, result.Judge(cancelled: false).Cause));
        Assert.InRange(result.Change!.HighNs.Nanoseconds, 1_000, 1_300);
        Assert.InRange(result.Change.LowNs.Nanoseconds, 10, 60); // Less what a timestamp costs on this machine, which is more under load.
    }

    [Theory]
    [InlineData(10, 0.5)]
    [InlineData(4, 0.25)]
    public void The_slow_share_is_one_of_time_not_of_batches(double period, double slowShare)
    {
        var share = Measure(at => at % period / period < slowShare).Change!.HighShare!.Value;
        Assert.InRange(share, slowShare - 0.15, slowShare + 0.2);
    }

    [Theory]
    [InlineData(3)]
    [InlineData(5)]
    public void A_clock_that_turns_slow_while_it_is_measured_is_intermittent(double from) =>
        Assert.Equal(ClockCause.Intermittent, Measure(at => at >= from).Judge(cancelled: false).Cause);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_steady_clock_is_not(bool slow) => Assert.Null(Measure(_ => slow).Change);

    [Fact]
    public void Interruptions_are_not_a_change()
    {
        // A batch in twenty stands still for 4 ms, whatever it is of.
        var time = new FakeTime();
        double[] Stalling(double cost, int phase) => [.. Enumerable.Range(0, 4000).Select(batch => (batch * 7) % 20 == phase ? cost + 200_000 : cost)];
        var clocks = new[]
        {
            new RecordedClock(time, Stalling(23, 3)).As(ClockSource.PreciseTime),
            new RecordedClock(time, Stalling(10, 11)).As(ClockSource.TimestampCounter),
            new RecordedClock(time, Stalling(3500, 17)).As(ClockSource.VmExit),
        };
        var result = new ClockMeasurement(clocks, Fast, time).Run(TimeSpan.FromSeconds(30), CancellationToken.None);
        Assert.Null(result.Change);
        Assert.Equal(ClockState.Healthy, result.Judge(cancelled: false).State);
    }

    [Fact]
    public void A_clock_that_shows_one_face_in_the_first_turns_of_a_process_is_looked_at_in_more() =>
        Assert.Equal(ClockCause.Intermittent, Measure(IsSlowIn10Ms, turn: 1, every: 41).Judge(cancelled: false).Cause);

    [Fact]
    public void A_steady_clock_is_healthy_in_few_turns_too() =>
        Assert.Equal(ClockState.Healthy, Measure(_ => false, turn: 1, every: 41).Judge(cancelled: false).State);

    [Fact]
    public void Where_the_budget_holds_too_few_turns_nothing_is_claimed()
    {
        var verdict = Measure(IsSlowIn10Ms, turn: 1, every: 41, budget: 400).Judge(cancelled: false);
        Assert.Equal((ClockState.Unclear, ClockCause.Unknown), (verdict.State, verdict.Cause));
        Assert.Contains("--budget", verdict.Because, StringComparison.Ordinal);
    }

    [Fact]
    public void A_burst_of_interrupts_in_few_turns_is_no_change() => Assert.Null(Measure(at => at % 0.7 < 0.13, turn: 1, every: 41, dearer: 200).Change);

    /// <summary>The recording fits into the first turn, the looks after it fall into turns that are alike, and between them the processor is lost.</summary>
    [Fact]
    public void A_clock_whose_first_turns_are_alike_is_looked_at_when_the_processor_is_lost_after_the_recording()
    {
        var time = new FakeTime();
        var turns = new Turns(time, length: 20, every: 80);
        ModelClock Clock(double usual, double other, double? step = null) => new(time, at => at >= 160 && (int)(at / 80) % 2 == 0 ? other : usual, turns, step);
        var clocks = new[]
        {
            Clock(25, 1150).As(ClockSource.PreciseTime),
            Clock(6, 6, step: 15.6).As(ClockSource.CoarseTime),
            Clock(25, 1140).As(ClockSource.Counter),
            Clock(10, 1100).As(ClockSource.TimestampCounter),
            Clock(3500, 3500).As(ClockSource.VmExit),
        };
        var result = new ClockMeasurement(clocks, Fast, time).Run(TimeSpan.FromSeconds(5), CancellationToken.None);
        Assert.Equal(ClockCause.Intermittent, result.Judge(cancelled: false).Cause);
    }

    private static bool IsSlowIn10Ms(double at) => (int)(at / 10) % 2 == 1;

    private static ClockMeasurementResult Measure(
        Func<double, bool> isSlow, double turn = double.MaxValue, double every = 0, double budget = 5_000, double dearer = 1150)
    {
        var time = new FakeTime();
        var turns = new Turns(time, turn, every);
        var clocks = new[]
        {
            new ModelClock(time, at => isSlow(at) ? dearer : 25, turns).As(ClockSource.PreciseTime),
            new ModelClock(time, at => isSlow(at) ? dearer - 10 : 25, turns).As(ClockSource.Counter),
            new ModelClock(time, at => isSlow(at) ? dearer - 50 : 10, turns).As(ClockSource.TimestampCounter),
            new ModelClock(time, at => isSlow(at) ? dearer - 40 : 19, turns).As(ClockSource.TimestampCounterOrdered),
            new ModelClock(time, _ => 3500, turns).As(ClockSource.VmExit),
        };
        return new ClockMeasurement(clocks, Fast, time).Run(TimeSpan.FromMilliseconds(budget), CancellationToken.None);
    }
}
