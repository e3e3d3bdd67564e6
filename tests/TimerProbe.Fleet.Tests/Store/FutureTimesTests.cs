using TimerProbe.Fleet.Store.Repairing;

namespace TimerProbe.Fleet.Tests.Store;

public sealed class FutureTimesTests
{
    [Fact]
    public void What_nothing_was_saved_after_ends_now_and_stays_as_far_apart() =>
        Assert.Equal([(5_000, 880), (5_020, 900), (5_120, 1_000)], FutureTimes.Mend([new(5_000, 1), new(5_020, null), new(5_120, 2)], [], before: 0, now: 1_000));

    [Fact]
    public void A_run_comes_before_the_next_one_by_a_right_clock() =>
        Assert.Equal(
            [(5_000, 299), (6_000, 1_000)], FutureTimes.Mend([new(5_000, 3), new(6_000, 9)], [(5, 300), (7, 400)], before: 100, now: 1_000));

    [Fact]
    public void Without_room_only_the_order_is_left() =>
        Assert.Equal([(5_000, 991), (6_000, 992), (7_000, 1_000)], FutureTimes.Mend([new(5_000, 1), new(6_000, 2), new(7_000, 3)], [], before: 990, now: 1_000));

    [Fact]
    public void A_time_without_a_run_belongs_to_the_one_behind_it() =>
        Assert.Equal([(5_000, 289), (5_010, 299)], FutureTimes.Mend([new(5_000, null), new(5_010, 3)], [(5, 300)], before: 0, now: 1_000));
}
