namespace TimerProbe.Cli.Tests;

public sealed class WatchTextTests
{
    private static readonly TextStyle Ascii = new(Width: 40, Colour: false, Unicode: false);

    [Fact]
    public void A_clock_that_is_set_again_and_again_names_what_sets_it()
    {
        var state = Samples.State();
        state.Take(Samples.Native(1) with { Moment = Samples.At(1, 2_000), Offset = (-2_000, 0.4) });
        var text = WatchText.Write(state.Take(Samples.Native(2) with { Moment = Samples.At(2) })!, Ascii);
        Assert.Contains(
            "the wall clock was set back by 2 s; something sets it again and again, 2 times since the start (chronyd, ntpd); no three samples agreed yet; "
                + "-2,000 ms from the NTP server, give or take 0.4 ms",
            text,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_day_reads_so()
    {
        var state = Samples.State();
        state.Take(new HostReading(Samples.Start, "0xaa", Frequency.FromMegahertz(2494)));
        List<WatchLine> lines = [state.Start(), .. state.Feed(Samples.Numbers(1, 363).Select(number => Samples.Native(number)))];
        lines[^1] = lines[^1] with { Beside = lines[^1].Beside with { StealMs = 72_000, ReadyMs = 3 } };
        state.Take(new HostReading(Samples.At(365).Wall, "0xbb", Frequency.FromMegahertz(2700)));
        lines.AddRange(state.Feed([Samples.Starved(365), Samples.Trapped(366), Samples.Trapped(367), Samples.Trapped(368)]));
        var apart = new DriftFacts(64) { CounterAgainstReferencePpm = new PartsPerMillion(-77_067), UncertaintyPpm = new PartsPerMillion(100) };
        lines.AddRange(state.Feed([Samples.Trapped(369) with { Rates = apart }, Samples.Trapped(370) with { Rates = apart },
            Samples.Trapped(371) with { Moment = Samples.At(371, -1_500), NoReferenceReason = "no answer within a second" }]));
        lines.Add(state.Stop(Samples.At(8640 + 372, -1_500)));
        Assert.Equal(
            """
            2026-11-21 03:00:00Z  started    DB01, timerprobe 1.2.3
            2026-11-21 03:00:30Z  changed    healthy since 03:00:10: 24 ns a clock read, RDTSC 10 ns, VM exit 1,070 ns
            2026-11-21 04:00:30Z  hourly     healthy since 03:00:10: 24 ns a clock read, RDTSC 10 ns, VM exit 1,070 ns; 2 % of one CPU stolen
            2026-11-21 04:01:20Z  changed    healthy -> slow (tscTrapped) since 04:01:00: 24 ns -> 1,180 ns a clock read, RDTSC 1,090 ns, VM exit 1,070 ns; moved at 04:00:50: session 0xaa -> 0xbb, host 2,494 MHz -> 2,700 MHz; 1 of 4 samples starved
            2026-11-21 04:01:40Z  drift      the counter and the NTP server run apart: -7.71 % over 64 s; slow (tscTrapped) since 04:01:00: 1,180 ns a clock read, RDTSC 1,090 ns, VM exit 1,070 ns
            2026-11-21 04:01:48Z  clock step the wall clock was set back by 1.5 s; slow (tscTrapped) since 04:01:00: 1,180 ns a clock read, RDTSC 1,090 ns, VM exit 1,070 ns; no NTP server: no answer within a second
            2026-11-22 04:01:58Z  stopped    slow (tscTrapped) since 2026-11-21 04:01:00: 1,180 ns a clock read, RDTSC 1,090 ns, VM exit 1,070 ns; no NTP server: no answer within a second

            """,
            string.Concat(lines.Select(line => WatchText.Write(line, Ascii))));
    }

    [Fact]
    public void Before_a_state_is_known_it_says_so() => Assert.Contains(
        "  no three samples agreed yet; 2 of 2 samples starved\n", WatchText.Write(Stopped(Samples.Starved(1), Samples.Starved(2)), Ascii), StringComparison.Ordinal);

    [Fact]
    public void A_machines_name_commands_no_terminal()
    {
        var started = Samples.State().Start();
        var text = WatchText.Write(started with { Machine = new WatchedMachine("a\u001b[2J\r\nb", null) }, Ascii);
        Assert.DoesNotContain('\u001b', text);
        Assert.Equal(text.Length - 1, text.IndexOf('\n', StringComparison.Ordinal));
    }

    private static WatchLine Stopped(params WatchSample[] samples)
    {
        var state = Samples.State();
        state.Feed(samples);
        return state.Stop(Samples.At(samples.Length + 1));
    }
}
