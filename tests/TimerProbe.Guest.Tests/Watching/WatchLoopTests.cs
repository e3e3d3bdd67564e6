namespace TimerProbe.Guest.Tests.Watching;

public sealed class WatchLoopTests
{
    [Fact]
    public void A_day_of_a_healthy_clock_is_a_line_an_hour_and_less_than_15_kB()
    {
        var machine = new SimulatedMachine();
        machine.Run(TimeSpan.FromHours(24));
        Assert.Equal(8640, machine.Taken);
        Assert.Equal(
            [WatchEvent.Started, WatchEvent.Changed, .. Enumerable.Repeat(WatchEvent.Hourly, 23), WatchEvent.Stopped],
            machine.Lines.Select(line => line.Event));
        Assert.InRange(machine.Lines.Sum(line => WatchJson.Write(line).Length), 1, 15_000);
        Assert.All(machine.Lines, line => Assert.Equal((20, 12.345), (line.Beside.StealMs, line.Beside.ReadyMs)));
    }

    /// <summary>Whenever between two samples it is trapped, for 40 s or for long.</summary>
    [Theory]
    [InlineData(0, 40)]
    [InlineData(1, 40)]
    [InlineData(5, 40)]
    [InlineData(9, 40)]
    [InlineData(5, 300)]
    public void A_trapped_clock_that_comes_and_goes_is_told_within_40_seconds_and_once(int phase, int seconds)
    {
        var comes = TimeSpan.FromSeconds(600 + phase);
        var goes = comes + TimeSpan.FromSeconds(seconds);
        var machine = new SimulatedMachine { PreciseNs = passed => passed >= comes && passed < goes ? 1180 : 24 };
        machine.Run(TimeSpan.FromMinutes(30));
        var told = machine.Lines.Where(line => line.Event == WatchEvent.Changed).Skip(1).ToList();
        Assert.Equal([(ClockState.Slow, ClockCause.TscTrapped), (ClockState.Healthy, ClockCause.None)],
            told.Select(line => (line.State!.Value, line.Cause!.Value)));
        foreach (var (line, happened) in told.Zip([comes, goes]))
        {
            Assert.InRange(line.At - SimulatedMachine.Start - happened, TimeSpan.Zero, TimeSpan.FromSeconds(40));
            Assert.InRange(line.Since!.Value - SimulatedMachine.Start - happened, TimeSpan.Zero, TimeSpan.FromSeconds(10));
        }
    }

    [Fact]
    public void A_timer_that_fires_early_makes_no_sample_before_its_time_nor_one_more()
    {
        var machine = new SimulatedMachine { Early = TimeSpan.FromMilliseconds(9) };
        machine.Run(TimeSpan.FromHours(1));
        Assert.Equal(360, machine.Taken);
        Assert.All(machine.Times.Index(),
            sample => Assert.InRange(sample.Item, TimeSpan.FromSeconds(10 * sample.Index), TimeSpan.FromSeconds((10 * sample.Index) + 1)));
        Assert.True(machine.Lines[^1].At >= SimulatedMachine.Start + TimeSpan.FromHours(1));
    }

    [Fact]
    public void The_host_is_asked_about_each_minute_and_at_once_when_in_doubt()
    {
        var machine = new SimulatedMachine { PreciseNs = passed => passed >= TimeSpan.FromSeconds(320) && passed < TimeSpan.FromSeconds(590) ? 1180 : 24 };
        machine.Run(TimeSpan.FromMinutes(12));
        Assert.Equal((0, true), machine.Asked[0]);
        Assert.Equal([(33L, true), (60L, true)], machine.Asked.Skip(1).Where(asked => asked.Everything));
        Assert.InRange(machine.Asked.Count(asked => !asked.Everything), 9, 12);
    }

    [Fact]
    public void Samples_that_were_missed_are_not_made_up_for()
    {
        var machine = new SimulatedMachine();
        machine.AtSample = number => machine.Pass(number == 6 ? TimeSpan.FromMinutes(30) : TimeSpan.Zero);
        machine.Run(TimeSpan.FromMinutes(40));
        Assert.Equal(40 * 6 - 180, machine.Taken);
        Assert.InRange(machine.Late[6], TimeSpan.FromSeconds(1790), TimeSpan.FromSeconds(1810));
        Assert.All(machine.Late.Where((_, i) => i != 6), late => Assert.InRange(late, TimeSpan.Zero, TimeSpan.FromSeconds(1)));
    }

    [Fact]
    public void Asked_to_end_within_a_sample_it_does_not_use_that_sample()
    {
        using var asked = new CancellationTokenSource();
        var machine = new SimulatedMachine { Stop = asked.Token };
        machine.AtSample = number =>
        {
            if (number == 5)
            {
                asked.Cancel();
            }
        };
        machine.Run(length: null);
        Assert.Equal((WatchEvent.Stopped, 1), (machine.Lines[^1].Event, machine.Lines[^1].Beside.Samples));
    }
}
