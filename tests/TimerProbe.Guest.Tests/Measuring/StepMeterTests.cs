namespace TimerProbe.Guest.Tests.Measuring;

public sealed class StepMeterTests
{
    [Theory]
    [InlineData(80, 1)]
    [InlineData(-80, 1)]
    [InlineData(-3_600_000, 1)]
    [InlineData(60, 0)]
    public void A_step_is_one_from_50_ms_and_a_tenth_of_the_time_between_two_looks_on(double byMs, int steps)
    {
        var here = new SimulatedHere();
        var meter = new StepMeter(here.Now);
        Look(here, meter, 10);
        here.AheadMs += byMs;
        Look(here, meter, 10);
        Assert.Equal(steps, meter.Steps.Count);
        Assert.All(meter.Steps, step =>
        {
            Assert.Equal(byMs, step.ByMs, 1.0);
            Assert.Equal(2_500, step.AtMs, 300.0);
        });
    }

    [Theory]
    [InlineData(0, 500)]
    [InlineData(0, 83_333)]
    [InlineData(0, -83_333)]
    [InlineData(77_000, 400)]
    public void Running_faster_or_slower_is_no_step(double counterPpm, double correctedPpm)
    {
        var here = new SimulatedHere { CounterPpm = counterPpm, CorrectedPpm = correctedPpm };
        var meter = new StepMeter(here.Now);
        Look(here, meter, 400);
        here.Pass(TimeSpan.FromMinutes(5)); // Stopped, or starved.
        Look(here, meter, 400);
        Assert.Empty(meter.Steps);
    }

    [Fact]
    public void Two_services_that_set_it_again_and_again_are_counted_each_time()
    {
        var here = new SimulatedHere();
        var meter = new StepMeter(here.Now);
        for (var i = 0; i < 20; i++)
        {
            Look(here, meter, 8);
            here.AheadMs += i % 2 == 0 ? 2_000 : -2_000;
        }

        Look(here, meter, 1);
        Assert.Equal((20, 10), (meter.Steps.Count, meter.Steps.Count(step => step.ByMs < 0)));
    }

    private static void Look(SimulatedHere here, StepMeter meter, int times)
    {
        for (var i = 0; i < times; i++)
        {
            here.Pass(TimeSpan.FromMilliseconds(250));
            meter.Look();
        }
    }
}
