namespace TimerProbe.Guest.Tests.Measuring;

/// <summary>The longer look at a clock that gave signs of a change. A look spends 40 ms in reads, and about 30 ms in the control.</summary>
public sealed class PhaseProbeTests
{
    private const double DefaultValue = 342;
    private const double Other = 1917;

    [Theory]
    [InlineData(0)]
    [InlineData(15)]
    [InlineData(60)]
    public void One_short_phase_that_does_not_come_back_is_no_change(double from)
    {
        var (change, complete) = Look(at => at >= from && at < from + 2.8);
        Assert.Null(change);
        Assert.True(complete);
    }

    [Fact]
    public void A_phase_that_an_interruption_parts_is_one() => Assert.Null(Look(at => at is >= 15 and < 18, interruption: 16.5).Change);

    [Theory]
    [InlineData(30)]
    [InlineData(45)]
    [InlineData(65)]
    public void One_that_comes_back_is_a_change(double every)
    {
        var (change, _) = Look(at => at % every >= every - 4);
        Assert.Equal(DefaultValue, change!.LowNs.Nanoseconds);
        Assert.InRange(change.HighNs.Nanoseconds, 0.9 * Other, Other);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(60)]
    public void One_that_has_not_ended_when_the_look_has_is_a_change(double from) => Assert.NotNull(Look(at => at >= from).Change);

    /// <summary>Others who wake again and again, such as two processes that answer each other, come at the same place of a batch for many batches.</summary>
    [Theory]
    [InlineData(9.6)]
    [InlineData(8.2)]
    [InlineData(12.9)]
    public void Interruptions_in_step_with_the_batches_are_no_change(double everyMicroseconds)
    {
        var time = new FakeTime();
        var ran = 0.0;
        double Spend(double at, double cost)
        {
            ran += cost;
            if (at % 20 < 15 || ran < everyMicroseconds * 1000)
            {
                return cost;
            }

            ran = 0;
            return cost + 25_000;
        }

        var probe = new PhaseProbe(
            new ModelClock(time, at => Spend(at, DefaultValue)), new ModelClock(time, at => Spend(at, 1)),
                new StopCondition(time, TimeSpan.FromSeconds(2.5), CancellationToken.None));
        Assert.Null(probe.Measure(new Duration(DefaultValue)));
    }

    [Fact]
    public void Where_there_is_no_time_to_wait_for_the_second_the_look_is_not_complete()
    {
        var (change, complete) = Look(at => at is >= 15 and < 18, budget: 100);
        Assert.Null(change);
        Assert.False(complete);
    }

    /// <param name="isOther">Whether the clock costs the other price, at so many ms.</param>
    /// <param name="interruption">When somebody else has the processor for 5 ms, in ms; never when null.</param>
    /// <param name="budget">The time there is, in ms.</param>
    private static (ClockChange? Change, bool Complete) Look(Func<double, bool> isOther, double? interruption = null, double budget = 2_500)
    {
        var time = new FakeTime();
        var interrupted = false;
        double Cost(double at)
        {
            var now = !interrupted && at >= interruption ? 5e6 : 0;
            interrupted |= now > 0;
            return now + (isOther(at) ? Other : DefaultValue);
        }

        var probe = new PhaseProbe(
            new ModelClock(time, Cost), new ModelClock(time, _ => 1),
                new StopCondition(time, TimeSpan.FromMilliseconds(budget), CancellationToken.None));
        return (probe.Measure(new Duration(DefaultValue)), probe.IsComplete);
    }
}
