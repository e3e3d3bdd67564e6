using static TimerProbe.Core.Tests.Watching.Samples;

namespace TimerProbe.Core.Tests.Watching;

public sealed class WatchStateTests
{
    /// <summary>A letter is a sample: h healthy, a barely, b no longer, t trapped, p of a platform timer, s starved while trapped, u undecided.</summary>
    /// <param name="samples">The samples, ten seconds apart.</param>
    /// <param name="changes">The changes that are told: at which sample, since which, and what.</param>
    [Theory]
    [InlineData("hh", "")]
    [InlineData("hhh", "3 since 1 healthy")]
    [InlineData("ttt", "3 since 1 slow")]
    [InlineData("hhhhtttthhhh", "3 since 1 healthy, 7 since 5 slow, 11 since 9 healthy")]
    [InlineData("hhhssssssshhh", "3 since 1 healthy")]
    [InlineData("hhhuuuuuuuhhh", "3 since 1 healthy")]
    [InlineData("hhhtsstst", "3 since 1 healthy, 9 since 4 slow")]
    [InlineData("hhhtutut", "3 since 1 healthy, 8 since 4 slow")]
    [InlineData("hhhthththththththththth", "3 since 1 healthy")]
    [InlineData("hhhtthtthtthtthtth", "3 since 1 healthy")]
    [InlineData("aaabbbaaabbbaaa", "3 since 1 healthy")]
    [InlineData("hhhbbbhhh", "3 since 1 healthy, 6 since 4 check, 9 since 7 healthy")]
    [InlineData("tttpppttt", "3 since 1 slow, 6 since 4 slow, 9 since 7 slow")]
    public void Three_samples_in_a_row_that_agree_on_something_else_are_a_change(string samples, string changes)
    {
        var state = State();
        var told = state.Feed(samples.Select((letter, i) => Sample(letter, i + 1)));
        Assert.All(told, line => Assert.Equal(WatchEvent.Changed, line.Event));
        Assert.Equal(changes, string.Join(", ", told.Select(line => FormattableString.Invariant($"{GetNumber(line.At)} since {GetNumber(line.Since!.Value)} {line.State!.Value.ToString().ToLowerInvariant()}"))));
    }

    [Fact]
    public void A_change_says_from_what_to_what_and_since_when()
    {
        var state = State();
        var first = Assert.Single(state.Feed(Numbers(1, 3).Select(number => Native(number))));
        Assert.Null(first.From);
        var change = Assert.Single(state.Feed([Native(4, 26), Native(5, 30), Trapped(6), Trapped(7), Trapped(8)]));
        Assert.Equal((ClockState.Slow, ClockCause.TscTrapped, At(6).Wall), (change.State, change.Cause, change.Since));
        Assert.Equal((1180, 1090, 1070),
            (change.PreciseTimeNs!.Value.Nanoseconds, change.TimestampCounterNs!.Value.Nanoseconds, change.VmExitNs!.Value.Nanoseconds));
        Assert.Equal((ClockState.Healthy, ClockCause.None, new Duration(26)),
            (change.From!.State, change.From.Cause, change.From.PreciseTimeNs));
    }

    /// <summary>What an idle machine, a slowed one and one that lacks RDTSC say of a sample.</summary>
    [Theory]
    [InlineData(24, 10.0, 0.05, 1, ClockState.Healthy, ClockCause.None)]
    [InlineData(1180, 1090.0, 0.05, 1, ClockState.Slow, ClockCause.TscTrapped)]
    [InlineData(1180, null, 0.05, 1, ClockState.Slow, ClockCause.TscTrapped)]
    [InlineData(200, 10.0, 0.9, 1, null, null)]
    [InlineData(110, 40.0, 0.05, 2, null, null)]
    public void A_sample_counts_where_its_figures_say_something_of_the_clock(
        double precise, double? tsc, double width, double control, ClockState? state, ClockCause? cause)
    {
        var sample = Of(1, precise, tsc, width, control: control);
        Assert.Equal((state, cause), (sample.Verdict?.State, sample.Verdict?.Cause));
        Assert.Equal(control > 1, sample.Starved);
    }

    [Fact]
    public void Each_hour_that_nothing_happens_is_a_line_of_what_the_machine_said()
    {
        var state = State();
        Assert.Equal(WatchEvent.Started, state.Start().Event);
        var lines = state.Feed(Numbers(1, 3 * 360).Select(number => number % 10 == 0 ? Starved(number) : Native(number)));
        Assert.Equal([WatchEvent.Changed, WatchEvent.Hourly, WatchEvent.Hourly], lines.Select(line => line.Event));
        Assert.All(lines.Skip(1),
            line => Assert.Equal((3600, 360, 36), (line.Beside.OverSeconds, line.Beside.Samples, line.Beside.Starved)));
        Assert.Equal((At(1).Wall, ClockState.Healthy, Start.AddHours(2).AddSeconds(30)),
            (lines[^1].Since!.Value, lines[^1].State!.Value, lines[^1].At));

        var ended = state.Stop(At((3 * 360) + 1));
        Assert.Equal((WatchEvent.Stopped, ClockState.Healthy, 357), (ended.Event, ended.State, ended.Beside.Samples));
    }

    [Fact]
    public void Before_three_samples_agreed_no_state_is_said()
    {
        var state = State();
        state.Feed([Native(1), Native(2)]);
        var ended = state.Stop(At(3));
        Assert.Equal((null, null, null, null), (ended.State, ended.Cause, ended.PreciseTimeNs, ended.Since));
        Assert.Null(state.ToPublish());
    }

    [Theory]
    [InlineData(49, null)]
    [InlineData(-49, null)]
    [InlineData(61, 61.0)]
    [InlineData(-3_600_000, -3_600_000.0)]
    public void A_step_of_the_wall_clock_is_told_at_once(double stepMs, double? toldMs)
    {
        var state = State();
        state.Feed(Numbers(1, 5).Select(number => Native(number)));
        var line = state.Take(Native(6) with { Moment = At(6, stepMs) });
        Assert.Equal(toldMs, line?.Steps.Single().ByMs);
        Assert.Equal(toldMs is null ? 0 : 1, line?.StepsInAll ?? 0);
        Assert.Equal(toldMs is null ? null : WatchEvent.ClockStep, line?.Event);
        Assert.Empty(state.Stop(At(7, stepMs)).Steps);
    }

    [Fact]
    public void A_clock_that_is_set_again_is_told_with_what_sets_it_and_the_last_offset()
    {
        var state = State();
        state.Feed([Native(1), Native(2), Native(3) with { Offset = (-2_000, 0.4) }]);
        state.Take(Native(4) with { Moment = At(4, 2_000) });
        var line = state.Take(Native(5) with { Moment = At(5) })!;
        Assert.Equal((2, -2_000.0, 0.4), (line.StepsInAll, line.OffsetMs, line.OffsetUncertaintyMs));
        Assert.Equal(["chronyd", "ntpd"], line.Services!);
    }

    [Fact]
    public void A_clock_that_is_slewed_or_a_machine_that_slept_is_no_step()
    {
        var state = State();
        state.Feed(Numbers(1, 3).Select(number => Native(number)));
        var slept = At(5) with { Wall = At(5).Wall.AddHours(1), Elapsed = At(5).Elapsed + TimeSpan.FromHours(1) };
        Assert.Null(state.Take(Native(4) with { Moment = At(4, awayMs: 9) }));
        Assert.Equal(WatchEvent.Hourly, state.Take(Native(5) with { Moment = slept })!.Event);
    }

    [Fact]
    public void A_step_beside_a_change_is_told_with_it()
    {
        var state = State();
        state.Feed([Native(1), Native(2), Native(3), Trapped(4), Trapped(5)]);
        var line = state.Take(Trapped(6) with { Moment = At(6, -5_000) })!;
        Assert.Equal((WatchEvent.Changed, -5_000), (line.Event, line.Steps.Single().ByMs));
    }

    [Fact]
    public void Moves_are_told_beside_the_next_line_and_once()
    {
        var (at, home, away) = (Start, Frequency.FromMegahertz(2494), Frequency.FromMegahertz(2700));
        var state = State();
        Assert.False(state.Take(new HostReading(at, "0xaa", home)));
        Assert.False(state.Take(new HostReading(at.AddMinutes(1), null, null)));
        Assert.False(state.Take(new HostReading(at.AddMinutes(2), "0xaa", Frequency.FromMegahertz(2495))));
        Assert.True(state.Take(new HostReading(at.AddMinutes(3), "0xbb", null)));
        Assert.True(state.Take(new HostReading(at.AddMinutes(4), "0xbb", away)));
        var line = Assert.Single(state.Feed(Numbers(1, 3).Select(number => Native(number))));
        Assert.Equal(
            [new(at.AddMinutes(3), at.AddMinutes(2), "0xaa", "0xbb", Frequency.FromMegahertz(2495), Frequency.FromMegahertz(2495)),
                new WatchedMove(at.AddMinutes(4), at.AddMinutes(3), "0xbb", "0xbb", Frequency.FromMegahertz(2495), away)],
            line.Beside.Moves);
        Assert.Empty(state.Stop(At(4)).Beside.Moves);
        Assert.Equal(2, state.Moves);
    }

    [Fact]
    public void In_doubt_it_is_from_the_first_sample_that_may_make_a_change()
    {
        var state = State();
        Assert.False(state.IsInDoubt);
        Assert.Equal(
            [false, false, false, true, false, true, true, false],
            new[] { Native(1), Native(2), Native(3), Trapped(4), Native(5), Trapped(6), Trapped(7), Trapped(8) }.Select(sample =>
            {
                state.Take(sample);
                return state.IsInDoubt;
            }));
    }

    /// <summary>A letter is a comparison: a apart by 77,067 ppm, n near, w too wide to say, - no answer.</summary>
    [Theory]
    [InlineData("nnnn", "")]
    [InlineData("ann", "")]
    [InlineData("aaaa", "2 apart")]
    [InlineData("aaaann", "2 apart, 6 together")]
    [InlineData("wwww", "")]
    [InlineData("a-a", "3 apart")]
    public void A_rate_is_wrong_when_two_comparisons_in_a_row_say_so(string comparisons, string told)
    {
        var state = State();
        var lines = state.Feed(comparisons.Select((letter, i) => Starved(i + 1) with
        {
            Rates = letter == '-' ? null : new DriftFacts(64)
            {
                CounterAgainstReferencePpm = new PartsPerMillion(letter == 'n' ? 20 : -77_067),
                UncertaintyPpm = new PartsPerMillion(letter == 'w' ? 80_000 : 100),
            },
            NoReferenceReason = letter == '-' ? "no answer within a second" : null,
        }));
        Assert.All(lines, line => Assert.Equal(WatchEvent.Drift, line.Event));
        Assert.Equal(told, string.Join(", ", lines.Select(line => $"{GetNumber(line.At)} {(line.Rates!.Apart ? "apart" : "together")}")));
        Assert.Equal(64, state.Stop(At(comparisons.Length + 1)).Rates!.ReferenceOverSeconds);
    }

    [Fact]
    public void A_server_that_is_silent_is_in_the_next_line()
    {
        var state = State();
        state.Feed([Native(1) with { NoReferenceReason = "no answer within a second" }]);
        var rates = state.Stop(At(2)).Rates!;
        Assert.Equal(("no answer within a second", null), (rates.WhyNoReference, rates.CounterAgainstReferencePpm));
    }

    private static WatchSample Sample(char letter, long number) => letter switch
    {
        'h' => Native(number),
        't' => Trapped(number),
        's' => Starved(number),
        'u' => Of(number, 200, 10, width: 0.9),
        'a' => Native(number, 90),
        'b' => Native(number, 130),
        _ => Of(number, 1180, 10, path: new ClockPath(InVirtualMachine: true, FastPath: false, PlatformTimer: true, HypervisorPage: false)),
    };

    private static long GetNumber(DateTimeOffset at) => (long)((at - Start) / Every);
}
