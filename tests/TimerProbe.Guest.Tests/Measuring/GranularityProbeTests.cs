namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>The smallest step of a clock beside others who have the processor in turns.</summary>
public sealed class GranularityProbeTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(15.6)]
    public void An_undisturbed_reading_sees_a_whole_step(double step) => Assert.Equal(step, Measure(step, turns: null)!.Value.Milliseconds, 6);

    [Theory]
    [InlineData(1, 3.5, 8)]
    [InlineData(4, 14, 40)]
    public void Steps_in_the_middle_of_a_turn_are_seen(double step, double length, double every) =>
        Assert.Equal(step, Measure(step, (length, every))!.Value.Milliseconds, 6);

    /// <summary>A scheduler that gives the processor away at each tick: from turn to turn the clock makes an unknown number of steps.</summary>
    [Theory]
    [InlineData(4, 8)]
    [InlineData(4, 12)]
    public void A_step_at_which_the_processor_is_always_lost_is_not_guessed(double length, double every) => Assert.Null(Measure(step: 4, (length, every)));

    /// <summary>A process that loses the processor as soon as it begins, for longer than the whole reading may last.</summary>
    [Fact]
    public void A_processor_lost_at_once_is_not_taken_for_a_slow_reading()
    {
        var time = new FakeTime();
        var reads = 0;
        var seen = GranularityProbe.Measure(new ModelClock(time, _ => ++reads == 2 ? 200e6 : 20, step: 4), time, CancellationToken.None);
        Assert.InRange(seen.Stalls.Lost.Milliseconds, 199.9, 200);
    }

    private static Duration? Measure(double step, (double Length, double Every)? turns)
    {
        var time = new FakeTime();
        var clock = new ModelClock(time, _ => 20, turns is { } each ? new Turns(time, each.Length, each.Every) : null, step);
        return GranularityProbe.Measure(clock, time, CancellationToken.None).Granularity;
    }
}
