using TimerProbe.Cli.Output.Pages;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Core.Tests.Watching;
using TimerProbe.Core.Watching;

namespace TimerProbe.Cli.Tests;

public sealed class WatchTextTests
{
    private static readonly TextStyle Ascii = new(Width: 40, Colour: false, Unicode: false);

    [Fact]
    public void A_change_is_one_line_however_narrow_the_terminal()
    {
        var state = Samples.State();
        state.Take(new HostClockReading(Samples.Start, TimeSpan.Zero, "0xaa", HostHz: null, VirtualTscHz: null));
        state.Feed(Samples.Numbers(1, 9).Select(number => Samples.Native(number)));
        state.Feed([Samples.Trapped(10)]);
        state.Take(new HostClockReading(Samples.At(10).Wall, Samples.At(10).Elapsed, "0xbb", HostHz: null, VirtualTscHz: null));
        var change = state.Feed([Samples.Trapped(11), Samples.Trapped(12)]).OfType<WatchChanged>().Single();
        Assert.Equal(
            "2026-11-21 03:01:40Z  change     healthy -> slow (tscTrapped): precise time 24 ns -> 1,180 ns, RDTSC 10 ns -> 1,090 ns, of a VM exit 0.01 -> 1.02; "
            + "after 03:01:30, certain at 03:02:00; at about that time: 03:01:40 VMware Tools session 0xaa -> 0xbb\n",
            WatchText.Write(change, Ascii));
    }

    [Fact]
    public void Summary_and_end_say_what_watching_cost()
    {
        var state = Samples.State();
        state.Feed(Samples.Numbers(1, 360).Select(number => Samples.Native(number)));
        var lines = state.End(WatchEnd.Stopped, Samples.At(360), TimeSpan.FromSeconds(2.52));
        Assert.Equal("2026-11-21 04:00:00Z  summary    60 min: 360 samples; watching took 0.07 % of one CPU\n", WatchText.Write(lines[0], Ascii));
        var ended = WatchText.Write(lines[1], Ascii);
        Assert.StartsWith("2026-11-21 04:00:00Z  ended      stopped: healthy: precise time 24 ns", ended, StringComparison.Ordinal);
        Assert.EndsWith("; 360 samples, 0 changes, watching took 0.07 % of one CPU\n", ended, StringComparison.Ordinal);
        var brief = WatchText.Write(Samples.State().End(WatchEnd.TimeIsUp, Samples.At(1), TimeSpan.Zero)[1], Ascii);
        Assert.Contains("the time is up: too short to say how the clock is; ", brief, StringComparison.Ordinal);
    }

    [Fact]
    public void A_machines_name_commands_no_terminal()
    {
        var started = (WatchStarted)Samples.State().Started;
        var text = WatchText.Write(started with { Machine = started.Machine with { Name = "a\u001b[2J\r\nb" } }, Ascii with { Colour = false });
        Assert.DoesNotContain('\u001b', text);
        Assert.Equal(text.Length - 1, text.IndexOf('\n', StringComparison.Ordinal));
    }
}
