using System.Globalization;

namespace TimerProbe.Core.Tests.Placement;

public sealed class HomeFinderTests
{
    private static readonly DateTimeOffset Boot = new(2026, 11, 1, 3, 0, 0, TimeSpan.Zero);

    [Fact]
    public void The_newest_power_on_of_this_boot_is_home_whatever_moved_after_it() =>
        Assert.Equal("host-1", HomeFinder.Find([At(2, MachineEventKind.PoweredOn, "host-1"), At(90, MachineEventKind.Moved, "host-2")], Boot).Host);

    [Fact]
    public void A_restart_by_high_availability_is_a_power_on() =>
        Assert.Equal("host-3", HomeFinder.Find([At(-9000, MachineEventKind.PoweredOn, "host-1"), At(1, MachineEventKind.Restarted, "host-3")], Boot).Host);

    [Theory]
    [InlineData(-120, "host-1")]
    [InlineData(-121, null)]
    public void Two_clocks_may_differ_by_two_minutes(int seconds, string? expected) =>
        Assert.Equal(expected, HomeFinder.Find([At(seconds, MachineEventKind.PoweredOn, "host-1")], Boot).Host);

    [Fact]
    public void A_restart_by_high_availability_needs_nothing_to_confirm_it() =>
        Assert.False(HomeFinder.Find([At(1, MachineEventKind.Restarted, "host-3")], bootTime: null).IsUnconfirmed);

    [Theory]
    [InlineData(-120, false)]
    [InlineData(120, false)]
    [InlineData(121, true)]
    public void A_power_on_at_the_boot_time_is_none_of_a_reset(int seconds, bool isReset)
    {
        var life = new MachineLife(Boot);
        life.Add(At(seconds, MachineEventKind.PoweredOn, "host-1"));
        Assert.Equal((isReset, false), (life.Reset is not null, life.IsUnconfirmed));
    }

    [Theory]
    [InlineData(120, true)]
    [InlineData(121, false)]
    public void A_power_on_right_after_a_reset_is_that_of_the_reset_even_at_the_boot_time(int seconds, bool isReset)
    {
        var life = new MachineLife(Boot.AddSeconds(seconds));
        life.Add(At(0, MachineEventKind.Resetting, "host-1"));
        life.Add(At(seconds, MachineEventKind.PoweredOn, "host-1"));
        Assert.Equal(isReset, life.PoweredOn is null);
    }

    [Fact]
    public void The_event_of_the_boot_may_come_from_a_clock_two_minutes_ahead()
    {
        Assert.True(OfLastEvent(120));
        Assert.False(OfLastEvent(121));

        static bool? OfLastEvent(int seconds) => PowerOnTime.HasBeenOnSince(
            FleetBuilder.Machine(
                "DB01", FleetBuilder.Slow) with
            { BootTime = Boot, Power = new PowerHistory { LastEventAt = Boot.AddSeconds(seconds) } },
            Boot.AddSeconds(-60));
    }

    [Fact]
    public void Resuming_brings_the_first_frequency_back() =>
        Assert.Equal(
            "host-1",
            HomeFinder.Find(
                [At(1, MachineEventKind.PoweredOn, "host-1"), At(60, MachineEventKind.Suspended, "host-1"), At(90, MachineEventKind.Resumed, "host-2")],
                Boot).Host);

    [Fact]
    public void A_power_on_event_that_a_resume_posts_is_no_home() =>
        Assert.Equal(
            "host-1",
            HomeFinder.Find(
                [
                    At(1, MachineEventKind.PoweredOn, "host-1"), At(600, MachineEventKind.Suspended, "host-1"),
                    At(900, MachineEventKind.Resumed, "host-2"), At(902, MachineEventKind.PoweredOn, "host-2"),
                ],
                Boot).Host);

    [Fact]
    public void A_power_on_after_a_suspension_that_was_given_up_is_home() =>
        Assert.Equal(
            "host-2",
            HomeFinder.Find([At(-900, MachineEventKind.Suspended, "host-1"), At(-600, MachineEventKind.PoweredOff, "host-1"),
                At(2, MachineEventKind.PoweredOn, "host-2")], Boot).Host);

    [Theory]
    [InlineData(MachineEventKind.Suspended)]
    [InlineData(MachineEventKind.Resumed)]
    [InlineData(MachineEventKind.Reverted)]
    [InlineData(MachineEventKind.Cloned)]
    public void To_lie_at_the_boot_time_makes_no_power_on_of_a_memory_image(MachineEventKind image) =>
        Assert.Null(HomeFinder.Find(
            [At(-900, MachineEventKind.PoweredOn, "host-1"), At(-60, image, "host-2"), At(2, MachineEventKind.PoweredOn, "host-2")], Boot).Host);

    [Fact]
    public void After_a_revert_the_home_is_unknown_and_says_why()
    {
        var home = HomeFinder.Find([At(1, MachineEventKind.PoweredOn, "host-1"), At(60, MachineEventKind.Reverted, null)], Boot);
        Assert.Null(home.Host);
        Assert.Contains("snapshot", home.UnknownReason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(-601, "host-2")]
    [InlineData(-600, null)]
    public void A_power_on_long_after_a_revert_is_home_again_once_the_machine_was_off(int reverted, string? home) =>
        Assert.Equal(
            home,
            HomeFinder.Find([At(reverted, MachineEventKind.Reverted, null), At(0, MachineEventKind.PoweredOff, "host-1"),
                At(1, MachineEventKind.PoweredOn, "host-2")], Boot).Host);

    [Fact]
    public void What_a_revert_itself_posts_is_part_of_it_however_long_it_takes() =>
        Assert.Null(HomeFinder.Find(
            [
                At(-5000, MachineEventKind.Reverted, null) with { Chain = 7 }, At(0, MachineEventKind.PoweredOff, "host-1") with { Chain = 7 },
                At(1, MachineEventKind.PoweredOn, "host-2") with { Chain = 7 },
            ],
            Boot).Host);

    [Theory]
    // Long after the revert; soon after it, by a task of its own, by none, by the revert's, by one that is not told.
    [InlineData(86_400, 0, "host-2", false)]
    [InlineData(86_400, 7, null, false)]
    [InlineData(60, 20, "host-2", true)]
    [InlineData(60, 21, null, false)]
    [InlineData(60, 7, null, false)]
    [InlineData(60, 0, null, false)]
    public void A_machine_that_a_snapshot_without_memory_left_off_is_home_where_it_is_powered_on(
        int later, int chain, string? home, bool isUnconfirmed)
    {
        var found = HomeFinder.Find(
            [
                At(-90_000, MachineEventKind.PoweredOn, "host-1"), At(-later, MachineEventKind.Reverted, null) with { Chain = 7, Key = 7 },
                At(-later + 2, MachineEventKind.PoweredOff, "host-1") with { Chain = 7, Key = 8 },
                At(1, MachineEventKind.PoweredOn, "host-2") with { Chain = chain, Key = 21 },
            ],
            Boot);
        Assert.Equal((home, isUnconfirmed), (found.Host, found.IsUnconfirmed && found.Host is not null));
    }

    [Theory]
    [InlineData(7, null)]
    [InlineData(8, "host-2")]
    public void What_was_done_for_another_reason_is_no_part_of_a_revert(int chain, string? home) => Assert.Equal(
        home,
        HomeFinder.Find(
            [
                At(-5000, MachineEventKind.Reverted, null) with { Chain = 7 }, At(0, MachineEventKind.PoweredOff, "host-1") with { Chain = chain },
                At(1, MachineEventKind.PoweredOn, "host-2"),
            ],
            Boot).Host);

    [Fact]
    public void Events_of_one_time_count_in_the_order_of_their_numbers() => Assert.Equal(
        "host-2", HomeFinder.Find(
            [At(1, MachineEventKind.PoweredOn, "host-2") with { Key = 9 }, At(1, MachineEventKind.PoweredOn, "host-1") with { Key = 8 }], Boot).Host);

    [Fact]
    public void A_restart_by_high_availability_is_a_power_on_after_a_revert_too() =>
        Assert.Equal("host-2", HomeFinder.Find([At(-60, MachineEventKind.Reverted, "host-1"), At(1, MachineEventKind.Restarted, "host-2")], Boot).Host);

    [Fact]
    public void An_instant_clone_has_no_home_of_its_own() =>
        Assert.Contains("instant clone", HomeFinder.Find(
            [At(1, MachineEventKind.PoweredOn, "host-1"), At(2, MachineEventKind.Cloned, "host-1")], Boot).UnknownReason, StringComparison.Ordinal);

    [Theory]
    [InlineData("host-1", null)]
    [InlineData(null, "host-1")]
    public void A_move_that_names_no_host_leaves_the_machine_where_it_was(string? moved, string? home) => Assert.Equal(
        home is null ? "it was the secondary of a fault tolerance pair, which has the frequency of its primary" : null,
        HomeFinder.Find([At(1, MachineEventKind.PoweredOn, moved ?? "host-1"),
            At(50, MachineEventKind.Moved, moved is null ? "host-2" : null), At(60, MachineEventKind.FailedOver, "host-1")], Boot).UnknownReason);

    [Theory]
    [InlineData("host-2", "host-1")]
    [InlineData("host-1", null)]
    public void A_failover_is_a_move_unless_the_events_are_those_of_the_secondary(string to, string? home) =>
        Assert.Equal(home, HomeFinder.Find([At(1, MachineEventKind.PoweredOn, "host-1"), At(60, MachineEventKind.FailedOver, to)], Boot).Host);

    [Theory]
    [InlineData(true, "its power-on event is no longer kept, or it came from another vCenter")]
    [InlineData(false, "vCenter reports neither a boot time nor a power-on event")]
    public void Without_events_the_home_is_never_assumed(bool bootKnown, string why) =>
        Assert.Equal(Home.Unknown(why), HomeFinder.Find([], bootKnown ? Boot : null));

    [Theory]
    // A power-on that vCenter reports: after the moment by more than two clocks differ, or not.
    [InlineData("boot=120", true)]
    [InlineData("boot=121", false)]
    // The last event is that of the boot, or a later one.
    [InlineData("boot=-600 event=-480", true)]
    [InlineData("boot=0 event=120", true)]
    [InlineData("boot=-600 event=121", false)]
    [InlineData("boot=-600 event=120", true)]
    // A boot time that is wrong tells nothing.
    [InlineData("wrong boot=-600", null)]
    [InlineData("wrong boot=600", null)]
    // It counts its uptime from before the moment, from the very moment, or began to count anew.
    [InlineData("on=-1 boot=600", true)]
    [InlineData("on=0 boot=600", true)]
    [InlineData("on=1 boot=600", false)]
    [InlineData("on=1", null)]
    // Events reach back to before the moment, and none tells of a power-on.
    [InlineData("events=0", true)]
    [InlineData("events=1", null)]
    [InlineData("home=120", true)]
    [InlineData("home=121", false)]
    [InlineData("off boot=-600", false)]
    public void Whether_a_machine_has_been_on_since_a_moment(string known, bool? isOn)
    {
        var told = known.Split(' ').Select(item => item.Split('='))
            .ToDictionary(item => item[0], item => item.Length < 2 ? (int?)null : int.Parse(item[1], CultureInfo.InvariantCulture));
        var machine = FleetBuilder.Machine("DB01", FleetBuilder.Slow) with
        {
            BootTime = When("boot"),
            HomeSince = When("home"),
            HomeSource = told.ContainsKey("home") ? HomeSource.Event : null,
            Placement = told.ContainsKey("off") ? Facts.Placement.Off : Facts.Placement.Unknown,
            Power = new PowerHistory { LastEventAt = When("event"), OnSince = When("on"), EventsSince = When("events"), IsBootTimeWrong = told.ContainsKey("wrong") },
        };
        Assert.Equal(isOn, PowerOnTime.HasBeenOnSince(machine, Boot));

        DateTimeOffset? When(string what) => told.GetValueOrDefault(what) is { } seconds ? Boot.AddSeconds(seconds) : null;
    }

    [Fact]
    public void A_power_on_without_its_host_tells_no_home() => Assert.Equal(Home.Unknown("its power-on event names no host") with { LastPowerEventAt = Boot.AddSeconds(1) }, HomeFinder.Find([At(1, MachineEventKind.PoweredOn, null)], Boot));

    [Theory]
    [InlineData(MachineEventKind.Reverted, "it was reverted to a snapshot, whose memory brings back the frequency it was taken at")]
    [InlineData(MachineEventKind.Cloned, "it is an instant clone, which has the frequency of the machine it was made from")]
    [InlineData(MachineEventKind.FailedOver, "it was the secondary of a fault tolerance pair, which has the frequency of its primary")]
    public void What_brings_memory_back_puts_every_power_on_in_doubt(MachineEventKind kind, string why) => Assert.Equal(
        Home.Unknown(why) with { IsDoubted = true, LastPowerEventAt = Boot.AddSeconds(1) },
            HomeFinder.Find([At(1, MachineEventKind.PoweredOn, "host-1"), At(60, kind, "host-1")], Boot));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_power_on_without_a_power_off_and_with_an_unchanged_boot_time_is_a_reset(bool isAnnounced)
    {
        var home = HomeFinder.Find(
            [
                At(1, MachineEventKind.PoweredOn, "host-1"), At(60, MachineEventKind.Moved, "host-2"),
                .. isAnnounced ? (ReadOnlySpan<MachineEvent>)[At(7200, MachineEventKind.Resetting, "host-2")]
                    : [], At(7201, MachineEventKind.PoweredOn, "host-2"),
            ],
            Boot);

        Assert.Equal(("host-1", "host-2", Boot.AddSeconds(7201)), (home.Host, home.Other?.Host, home.Other?.At));
    }

    [Fact]
    public void A_reset_without_a_power_on_event_is_one_too() =>
        Assert.Equal("host-2", HomeFinder.Find([At(1, MachineEventKind.PoweredOn, "host-1"), At(7200, MachineEventKind.Resetting, "host-2")], Boot).Other?.Host);

    [Fact]
    public void Where_a_power_off_came_before_it_a_power_on_is_no_reset_whatever_the_boot_time()
    {
        var home = HomeFinder.Find([At(1, MachineEventKind.PoweredOn, "host-1"), At(7200, MachineEventKind.PoweredOff, "host-1"),
            At(7230, MachineEventKind.PoweredOn, "host-2")], Boot);

        Assert.Equal(("host-2", null), (home.Host, home.Other));
    }

    [Fact]
    public void Without_a_boot_time_a_power_on_of_a_machine_that_is_on_is_a_reset()
    {
        var home = HomeFinder.Find([At(1, MachineEventKind.PoweredOn, "host-1"), At(7200, MachineEventKind.PoweredOn, "host-2")], bootTime: null);

        Assert.Equal(("host-1", true, "host-2"), (home.Host, home.IsUnconfirmed, home.Other?.Host));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public void Without_a_boot_time_a_power_on_is_confirmed_by_the_power_off_before_it(bool wasOff, bool isUnconfirmed) => Assert.Equal(
        isUnconfirmed,
        HomeFinder.Find([.. wasOff ? (ReadOnlySpan<MachineEvent>)[At(-60, MachineEventKind.PoweredOff, "host-1")]
            : [], At(1, MachineEventKind.PoweredOn, "host-1")], bootTime: null).IsUnconfirmed);

    [Theory]
    [InlineData(false, "host-1")]
    [InlineData(true, null)]
    public void A_boot_time_after_the_last_power_on_is_wrong_unless_the_machine_was_off_since(bool wasOff, string? other)
    {
        var home = HomeFinder.Find([At(-9000, MachineEventKind.PoweredOn, "host-1"), .. wasOff
            ? (ReadOnlySpan<MachineEvent>)[At(-60, MachineEventKind.PoweredOff, "host-1")] : []], Boot);

        Assert.Equal((null, other, !wasOff), (home.Host, home.Other?.Host, home.IsBootTimeWrong));
    }

    private static MachineEvent At(int seconds, MachineEventKind kind, string? host) =>
        new(kind, Boot.AddSeconds(seconds), host, Source: null, Key: seconds);
}
