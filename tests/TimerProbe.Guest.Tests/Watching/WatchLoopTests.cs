using TimerProbe.Core.Watching;

namespace TimerProbe.Guest.Tests.Watching;

public sealed class WatchLoopTests
{
    [Fact]
    public void An_hour_is_360_samples_ten_seconds_apart()
    {
        var machine = new SimulatedMachine();
        machine.Run(TimeSpan.FromHours(1));
        Assert.Equal(360, machine.Taken);
        Assert.Equal([typeof(WatchStarted), typeof(WatchLevelFound), typeof(WatchSummary), typeof(WatchEnded)], machine.Lines.Select(line => line.GetType()));
        Assert.Equal(WatchEnd.TimeIsUp, ((WatchEnded)machine.Lines[^1]).Reason);
        Assert.Equal(0.0007, ((WatchEnded)machine.Lines[^1]).Cost.CpuShare, precision: 5);
    }

    [Fact]
    public void A_timer_that_fires_early_makes_no_sample_before_its_time_nor_one_more()
    {
        var machine = new SimulatedMachine { Early = TimeSpan.FromMilliseconds(9) };
        machine.Run(TimeSpan.FromHours(1));
        Assert.Equal(360, machine.Taken);
        Assert.All(machine.Times.Index(), sample => Assert.InRange(sample.Item, TimeSpan.FromSeconds(10 * sample.Index), TimeSpan.FromSeconds((10 * sample.Index) + 1)));
        Assert.True(((WatchEnded)machine.Lines[^1]).At >= machine.Lines[0].At + TimeSpan.FromHours(1));
    }

    [Fact]
    public void Four_weeks_end_as_they_began()
    {
        var machine = new SimulatedMachine();
        machine.Run(TimeSpan.FromDays(28));
        Assert.Equal(28 * 8640, machine.Taken);
        Assert.Equal(28 * 24, machine.Lines.OfType<WatchSummary>().Count());
        Assert.Equal(28 * 24 + 3, machine.Lines.Count);
    }

    [Fact]
    public void The_host_is_asked_about_each_minute_and_at_once_when_in_doubt()
    {
        var machine = new SimulatedMachine { PreciseNs = number => number is >= 33 and < 60 ? 1180 : 24 };
        machine.Run(TimeSpan.FromMinutes(12));
        Assert.Equal((0, true), machine.Asked[0]);
        Assert.Equal([(33L, true), (60L, true)], machine.Asked.Skip(1).Where(asked => asked.Everything));
        Assert.InRange(machine.Asked.Count(asked => !asked.Everything), 9, 12);
        Assert.Equal([33L, 60], machine.Lines.OfType<WatchChanged>().Select(change => change.Sample));
    }

    [Fact]
    public void Samples_that_were_missed_are_not_made_up_for()
    {
        SimulatedMachine? machine = null;
        machine = new SimulatedMachine { AtSample = number => machine!.Pass(number == 6 ? TimeSpan.FromMinutes(30) : TimeSpan.Zero) };
        machine.Run(TimeSpan.FromMinutes(40));
        Assert.Equal(40 * 6 - 180, machine.Taken);
        Assert.InRange(Assert.Single(machine.Lines.OfType<WatchSuspended>()).ForSeconds, 1790, 1810);
    }

    [Fact]
    public void A_process_that_stood_still_says_so()
    {
        SimulatedMachine? machine = null;
        var stopped = false;
        machine = new SimulatedMachine();
        machine.Run(TimeSpan.FromMinutes(10), state =>
        {
            if (machine.Taken == 6 && !stopped)
            {
                stopped = true;
                machine.Pass(TimeSpan.FromSeconds(66)); // Between two samples: SIGSTOP, or a host that lets nobody run.
            }
        });
        var suspended = Assert.Single(machine.Lines.OfType<WatchSuspended>());
        Assert.Equal((7, SuspensionSign.LateSample), (suspended.Sample, suspended.SeenBy));
        Assert.InRange(suspended.ForSeconds, 55, 67);
    }

    [Fact]
    public void Asked_to_end_within_a_sample_it_does_not_use_that_sample()
    {
        using var asked = new CancellationTokenSource();
        var machine = new SimulatedMachine
        {
            Stop = asked.Token,
            AtSample = number =>
            {
                if (number == 5)
                {
                    asked.Cancel();
                }
            },
        };
        machine.Run(length: null);
        var ended = Assert.IsType<WatchEnded>(machine.Lines[^1]);
        Assert.Equal((4, WatchEnd.Stopped), (ended.Samples.Taken, ended.Reason));
    }
}
