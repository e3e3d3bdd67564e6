using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;
using static TimerProbe.Core.Tests.Watching.Samples;

namespace TimerProbe.Core.Tests.Watching;

public sealed class WatchStateTests
{
    private static readonly HostClockReading Home = new(Start, TimeSpan.Zero, "0xaa", Frequency.FromMegahertz(2494), Frequency.FromKilohertz(2_494_000));

    [Fact]
    public void A_day_without_anything_new_writes_its_level_and_nothing_else()
    {
        var lines = State().Feed(Numbers(1, 8640).Select(number => Native(number)));
        Assert.IsType<WatchLevelFound>(Assert.Single(lines));
    }

    [Fact]
    public void A_change_names_the_session_that_changed_beside_it()
    {
        var state = State();
        state.Take(Home);
        state.Feed(Numbers(1, 10).Select(number => Native(number)));
        state.Feed([Trapped(11), Trapped(12)]);
        var host = Assert.IsType<WatchHostChanged>(Assert.Single(state.Take(Home with { At = At(12).Wall, Elapsed = At(12).Elapsed, SessionId = "0xbb" })));
        Assert.Equal(("0xaa", "0xbb"), (host.SessionIdBefore, host.SessionId));
        var change = Assert.IsType<WatchChanged>(Assert.Single(state.Take(Trapped(13))));
        Assert.Equal("hostChanged", Assert.Single(change.Near).Kind);
        Assert.Equal((11, At(11).Wall, 10), (change.Sample, change.At, change.LastBefore.Sample));
    }

    [Fact]
    public void A_session_that_is_asked_for_later_names_the_change_before_it()
    {
        var state = State();
        state.Take(Home);
        state.Feed([.. Numbers(1, 10).Select(number => Native(number)), .. Numbers(11, 13).Select(number => Trapped(number))]);
        var lines = state.Take(Home with { At = At(16).Wall, Elapsed = At(16).Elapsed, SessionId = "0xbb" });
        Assert.Equal("change", Assert.Single(Assert.IsType<WatchHostChanged>(Assert.Single(lines)).Near).Kind);
    }

    [Fact]
    public void What_happened_long_before_is_not_beside_it()
    {
        var state = State();
        state.Take(Home);
        state.Take(Home with { At = At(1).Wall, Elapsed = At(1).Elapsed, SessionId = "0xbb" });
        var lines = state.Feed([.. Numbers(1, 20).Select(number => Native(number)), .. Numbers(21, 23).Select(number => Trapped(number))]);
        Assert.Empty(lines.OfType<WatchChanged>().Single().Near);
    }

    [Fact]
    public void Silence_of_the_tools_is_no_change_of_host()
    {
        var state = State();
        state.Take(Home);
        Assert.Empty(state.Take(Home with { SessionId = null, HostHz = null }));
        Assert.Empty(state.Take(Home with { HostHz = Frequency.FromMegahertz(2495) }));
        var host = Assert.IsType<WatchHostChanged>(Assert.Single(state.Take(Home with { HostHz = Frequency.FromMegahertz(2594) })));
        Assert.Contains("host 2,495 MHz -> 2,594 MHz", WatchLineText.Format(host), StringComparison.Ordinal);
    }

    [Fact]
    public void The_wall_clock_may_be_set_and_slewed()
    {
        var lines = State().Feed(Numbers(1, 9).Select(number => Native(number) with { Moment = At(number, awayMs: number < 5 ? number * 5 : -3600e3) }));
        var step = Assert.Single(lines.OfType<WatchClockStepped>());
        Assert.Equal((5, -3600e3 - 20), (step.Sample, step.ByMs));
    }

    [Fact]
    public void A_machine_that_slept_is_no_clock_step()
    {
        var lines = State().Feed(Numbers(1, 9).Select(number => Native(number) with { Moment = number < 5 ? At(number) : Slept(number, TimeSpan.FromHours(2)) }));
        var suspended = Assert.Single(lines.OfType<WatchSuspended>());
        Assert.Equal((5, 7200.0, SuspensionSign.SleepClock), (suspended.Sample, suspended.ForSeconds, suspended.SeenBy));
        Assert.Empty(lines.OfType<WatchClockStepped>());
    }

    [Fact]
    public void A_virtual_machine_that_was_suspended_and_set_right_shows_a_step_beside_a_late_sample()
    {
        var lines = State().Feed([Native(1), Native(2) with { Late = TimeSpan.FromSeconds(8), Moment = At(2, awayMs: 90_000) }]);
        Assert.Equal(SuspensionSign.LateSample, lines.OfType<WatchSuspended>().Single().SeenBy);
        Assert.Equal("suspended", Assert.Single(lines.OfType<WatchClockStepped>().Single().Near).Kind);
    }

    [Fact]
    public void Clocks_run_apart_when_two_windows_say_so_and_together_when_two_do()
    {
        double[] rates = [0, 900, 20, 77_000, 77_000, 77_000, 300, 900, 0, 0, 0];
        var lines = State().Feed(rates.Select((rate, i) => Native(i + 1) with { Drift = new DriftFacts(60, new PartsPerMillion(rate), new PartsPerMillion(100)) }));
        Assert.Equal([(5L, true), (10L, false)], lines.OfType<WatchDrifted>().Select(drift => (drift.Sample, drift.Apart)));
    }

    [Fact]
    public void A_counter_that_runs_apart_from_a_clock_outside_is_a_drift()
    {
        double[] rates = [0, 900, 20, 77_000, 77_000, 77_000, 300, 900, 0, 0, 0];
        var lines = State().Feed(rates.Select((rate, i) => Native(i + 1) with
        {
            AgainstReference = new ReferenceRates(64, new PartsPerMillion(1), new PartsPerMillion(rate), new PartsPerMillion(100), 0),
        }));
        var drifts = lines.OfType<WatchDrifted>().ToList();
        Assert.Equal([(5L, true), (10L, false)], drifts.Select(drift => (drift.Sample, drift.Apart)));
        Assert.All(drifts, drift => Assert.Equal(RatePair.CounterAgainstReference, drift.Pair));
        Assert.StartsWith("this machine's counter and the reference outside run apart: +7.70 %", WatchLineText.Format(drifts[0]), StringComparison.Ordinal);
    }

    [Fact]
    public void A_clock_outside_that_does_not_answer_is_in_the_summary()
    {
        var state = State();
        state.Feed([Native(1) with { AgainstReference = new ReferenceRates(64, new PartsPerMillion(1), new PartsPerMillion(2), new PartsPerMillion(3), 0) }]);
        Assert.Equal(new PartsPerMillion(2), state.Snapshot().Rates!.CounterAgainstReferencePpm);
        state.Feed([Native(2) with { WhyNoReference = "no answer within a second" }, Native(3)]);
        Assert.Null(state.Snapshot().Rates!.CounterAgainstReferencePpm);
        Assert.Equal("no answer within a second", state.Snapshot().Rates!.WhyNoReference);
    }

    [Fact]
    public void Rates_within_their_uncertainty_are_no_drift() => Assert.Empty(
        State().Feed(Numbers(1, 20).Select(number => Native(number) with { Drift = new DriftFacts(60, new PartsPerMillion(2_000), new PartsPerMillion(1_600)) }))
            .OfType<WatchDrifted>());

    [Fact]
    public void Summaries_together_have_counted_everything()
    {
        var state = State(summaryEvery: TimeSpan.FromMinutes(1));
        var samples = Numbers(1, 20).Select(number => Native(number) with
        {
            Costs = [new SourceCosts(ClockSource.PreciseTime, [20 + number, 30 + number])],
            CpuTime = TimeSpan.FromMilliseconds(5 * number),
        }).ToList();
        samples[7] = samples[7].Starved();
        var lines = state.Feed(samples).Concat(state.End(WatchEnd.Stopped, At(20), TimeSpan.FromMilliseconds(101))).ToList();
        var summaries = lines.OfType<WatchSummary>().ToList();

        Assert.Equal([6L, 6, 6, 2], summaries.Select(summary => summary.Samples.Taken));
        Assert.Equal(1, summaries.Sum(summary => summary.Samples.Starved));
        Assert.Equal([0.0005, 0.0005, 0.0005, 0.00055], summaries.Select(summary => summary.Cost.CpuShare));
        var counted = summaries.SelectMany(summary => summary.Clocks[0].Buckets).GroupBy(bucket => bucket.Bucket, bucket => bucket.Count)
            .ToDictionary(bucket => bucket.Key, bucket => bucket.Sum());
        Assert.Equal(38, counted.Values.Sum()); // The batches of the starved sample are left out.
        Assert.Equal(counted, state.Snapshot().Clocks[0].Buckets.ToDictionary(bucket => bucket.Bucket, bucket => bucket.Count));
        Assert.Equal((20, 0), (Assert.IsType<WatchEnded>(lines[^1]).Samples.Taken, ((WatchEnded)lines[^1]).Changes));
    }

    [Fact]
    public void Every_sample_is_a_line_where_that_was_asked_for() =>
        Assert.Equal(5, State(samples: true).Feed(Numbers(1, 5).Select(number => Native(number))).OfType<WatchSampled>().Count());

    private static WatchMoment Slept(long number, TimeSpan slept) => At(number) with { Wall = At(number).Wall + slept, Elapsed = At(number).Elapsed + slept };
}
