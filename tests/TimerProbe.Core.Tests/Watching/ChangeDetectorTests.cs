using TimerProbe.Core.Facts;
using TimerProbe.Core.Watching;
using static TimerProbe.Core.Tests.Watching.Samples;

namespace TimerProbe.Core.Tests.Watching;

public sealed class ChangeDetectorTests
{
    [Fact]
    public void Three_samples_make_the_first_level()
    {
        var changes = Changes(Numbers(1, 5).Select(number => Native(number)));
        var first = Assert.Single(changes);
        Assert.Null(first.From);
        Assert.Equal((ClockState.Healthy, ClockCause.None), (first.To.State, first.To.Cause));
        Assert.Equal((1, 3), (first.First.Sample, first.Confirmed.Sample));
    }

    [Fact]
    public void A_change_has_the_time_of_its_first_sample_and_is_certain_at_the_third()
    {
        var change = Changes([.. Natively(1, 10), .. Trapping(11, 20)])[1];
        Assert.Equal((ClockState.Healthy, ClockCause.None), (change.From!.State, change.From.Cause));
        Assert.Equal((ClockState.Slow, ClockCause.TscTrapped), (change.To.State, change.To.Cause));
        Assert.Equal((10, 11, 13), (change.LastBefore!.Sample, change.First.Sample, change.Confirmed.Sample));
        Assert.Equal(At(11).Wall, change.First.At);
        Assert.Equal((24, 1180), (change.From.PreciseTimeNs.Nanoseconds, change.To.PreciseTimeNs.Nanoseconds));
        Assert.Equal(1.0187, change.To.RatioToVmExit);
    }

    [Fact]
    public void Two_dear_samples_are_no_change() =>
        Assert.Single(Changes([.. Natively(1, 10), .. Trapping(11, 12), .. Natively(13, 20)]));

    [Fact]
    public void Dear_samples_that_come_one_by_one_are_no_change() =>
        Assert.Single(Changes(Numbers(1, 60).Select(number => number > 3 && number % 3 == 0 ? Trapped(number) : Native(number))));

    [Fact]
    public void Dear_samples_that_do_not_agree_are_no_change() =>
        Assert.Single(Changes([.. Natively(1, 3), .. Numbers(4, 30).Select(number => Native(number, dearer: number % 2 == 0 ? 20 : 60))]));

    [Fact]
    public void What_a_slower_processor_does_to_reads_and_arithmetic_alike_is_no_change() =>
        Assert.Single(Changes([.. Natively(1, 10), .. Numbers(11, 30).Select(number => Of(number, 24 * 2.8, 10 * 2.8, 1070 * 2.8, control: 2.8))]));

    [Fact]
    public void A_dearer_vm_exit_alone_is_no_change() =>
        Assert.Single(Changes([.. Natively(1, 10), .. Numbers(11, 30).Select(number => Of(number, 24, 10, vmExit: 4000))]));

    [Fact]
    public void A_few_nanoseconds_are_no_change_however_small_the_figure() =>
        Assert.Single(Changes([.. Natively(1, 10), .. Numbers(11, 30).Select(number => Of(number, 40, 30))]));

    [Fact]
    public void A_level_does_not_creep()
    {
        // 1 % dearer with each sample is twice as dear after 70.
        var changes = Changes(Numbers(1, 200).Select(number => Native(number, dearer: 4 * Math.Pow(1.01, number))));
        Assert.True(changes.Count >= 3, $"{changes.Count} changes on the way to seven times the cost");
    }

    [Fact]
    public void Samples_that_could_not_be_pinned_down_count_for_nothing()
    {
        var unclear = Numbers(11, 30).Select(number => Of(number, 400, 200, width: 0.9));
        Assert.All(unclear, sample => Assert.Equal(ClockState.Unclear, sample.Verdict.State));
        Assert.Single(Changes([.. Natively(1, 10), .. unclear]));
    }

    [Fact]
    public void A_starved_process_does_not_hide_a_trap_for_ever()
    {
        var change = Changes([.. Natively(1, 10), .. Trapping(11, 30).Select(sample => sample.Starved())])[1];
        Assert.Equal((11, 22), (change.First.Sample, change.Confirmed.Sample));
        Assert.Equal(ClockCause.TscTrapped, change.To.Cause);
    }

    [Fact]
    public void Whatever_else_a_starved_process_measures_is_no_change()
    {
        Assert.Single(Changes([.. Natively(1, 10), .. Natively(11, 400).Select(sample => sample.Loaded(15).Starved())]));
        Assert.Single(Changes([.. Natively(1, 10), .. Natively(11, 400).Select(sample => sample.Loaded(3).Starved())]));
    }

    [Fact]
    public void Starved_samples_among_served_ones_delay_nothing_else()
    {
        WatchSample[] dearer = [.. Numbers(11, 15).Select(number => number is 12 or 14 ? Native(number, 4).Starved() : Native(number, 4))];
        var change = Changes([.. Natively(1, 10), .. dearer])[1];
        Assert.Equal((11, 15), (change.First.Sample, change.Confirmed.Sample));
    }

    [Fact]
    public void Without_rdtsc_precise_time_alone_decides()
    {
        var change = Changes([.. Numbers(1, 5).Select(number => Of(number, 24, tsc: null)), .. Numbers(6, 9).Select(number => Of(number, 1180, tsc: null))])[1];
        Assert.Equal((ClockCause.TscTrapped, 6), (change.To.Cause, change.First.Sample));
        Assert.Null(change.To.TimestampCounterNs);
    }

    [Fact]
    public void A_clock_that_goes_to_and_fro_changes_to_mixed_and_stays_there()
    {
        // One slow processor of two: the thread wanders every few samples.
        var changes = Changes(Numbers(1, 180).Select(number => number / 7 % 2 == 0 ? Native(number) : Trapped(number)));
        Assert.Equal(4, changes.Count); // the first level, there, back, and mixed
        var mixed = changes[^1].To;
        Assert.Equal((ClockState.Unclear, ClockCause.Intermittent), (mixed.State, mixed.Cause));
        Assert.Equal((24, 1180), (mixed.AlternatesWithNs!.Value.Nanoseconds, mixed.PreciseTimeNs.Nanoseconds));
    }

    [Theory]
    [InlineData(false, ClockCause.None)]
    [InlineData(true, ClockCause.TscTrapped)]
    public void A_mixed_clock_that_settles_changes_once_more(bool slow, ClockCause cause)
    {
        var settled = Numbers(61, 200).Select(number => slow ? Trapped(number) : Native(number));
        var changes = Changes([.. Numbers(1, 60).Select(number => number / 7 % 2 == 0 ? Native(number) : Trapped(number)), .. settled]);
        Assert.Equal(5, changes.Count);
        Assert.Equal((ClockCause.Intermittent, cause), (changes[^1].From!.Cause, changes[^1].To.Cause));
        Assert.InRange(changes[^1].First.Sample, 56, 63);
        Assert.Equal(changes[^1].First.Sample + WatchLimits.SettledSamples - 1, changes[^1].Confirmed.Sample);
    }

    [Fact]
    public void A_mixed_clock_that_takes_a_third_level_changes_at_once()
    {
        var third = Numbers(61, 70).Select(number => Of(number, 11_000, 10_900));
        var changes = Changes([.. Numbers(1, 60).Select(number => number / 7 % 2 == 0 ? Native(number) : Trapped(number)), .. third]);
        Assert.Equal((61, 63, 11_000), (changes[^1].First.Sample, changes[^1].Confirmed.Sample, changes[^1].To.PreciseTimeNs.Nanoseconds));
    }

    [Fact]
    public void Moves_there_and_back_far_apart_stay_changes_of_their_own() =>
        Assert.All(
            Changes(Numbers(1, 1000).Select(number => number / 100 % 2 == 0 ? Native(number) : Trapped(number))),
            change => Assert.Null(change.To.AlternatesWithNs));

    private static IEnumerable<WatchSample> Natively(long from, long to) => Numbers(from, to).Select(number => Native(number));

    private static IEnumerable<WatchSample> Trapping(long from, long to) => Numbers(from, to).Select(number => Trapped(number));

    private static List<LevelChange> Changes(IEnumerable<WatchSample> samples)
    {
        var detector = new ChangeDetector();
        return [.. samples.Select(detector.Take).OfType<LevelChange>()];
    }
}
