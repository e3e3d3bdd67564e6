namespace TimerProbe.Core.Tests.Placement;

public sealed class HomeFinderTests
{
    private static readonly DateTimeOffset Boot = new(2026, 11, 1, 3, 0, 0, TimeSpan.Zero);

    [Theory]
    // The newest power-on of this boot, whatever moved after it; a restart by high availability is one.
    [InlineData("1 PoweredOn host-1, 90 Moved host-2", "host-1")]
    [InlineData("-9000 PoweredOn host-1, 1 Restarted host-3", "host-3")]
    [InlineData("-60 Reverted host-1, 1 Restarted host-2", "host-2")]
    // Two clocks may differ by two minutes.
    [InlineData("-120 PoweredOn host-1", "host-1")]
    [InlineData("-121 PoweredOn host-1", null)]
    // Resuming brings the first frequency back, and may post an event of a power-on that is none; a suspension may be given up.
    [InlineData("1 PoweredOn host-1, 60 Suspended host-1, 90 Resumed host-2", "host-1")]
    [InlineData("1 PoweredOn host-1, 600 Suspended host-1, 900 Resumed host-2, 902 PoweredOn host-2", "host-1")]
    [InlineData("-900 Suspended host-1, -600 PoweredOff host-1, 2 PoweredOn host-2", "host-2")]
    // To lie at the boot time makes no power-on of a memory image.
    [InlineData("-900 PoweredOn host-1, -60 Suspended host-2, 2 PoweredOn host-2", null)]
    [InlineData("-900 PoweredOn host-1, -60 Resumed host-2, 2 PoweredOn host-2", null)]
    [InlineData("-900 PoweredOn host-1, -60 Reverted host-2, 2 PoweredOn host-2", null)]
    [InlineData("-900 PoweredOn host-1, -60 Cloned host-2, 2 PoweredOn host-2", null)]
    [InlineData("1 PoweredOn host-1, 60 Reverted", null)]
    [InlineData("1 PoweredOn host-1, 2 Cloned host-1", null)]
    // A power-on long after a revert is home again once the machine was off; what the revert itself posts is part of it however long it takes.
    [InlineData("-601 Reverted, 0 PoweredOff host-1, 1 PoweredOn host-2", "host-2")]
    [InlineData("-600 Reverted, 0 PoweredOff host-1, 1 PoweredOn host-2", null)]
    [InlineData("-5000 Reverted chain=7, 0 PoweredOff host-1 chain=7, 1 PoweredOn host-2 chain=7", null)]
    [InlineData("-5000 Reverted chain=7, 0 PoweredOff host-1 chain=7, 1 PoweredOn host-2", null)]
    [InlineData("-5000 Reverted chain=7, 0 PoweredOff host-1 chain=8, 1 PoweredOn host-2", "host-2")]
    // Events of one time count in the order of their numbers.
    [InlineData("1 PoweredOn host-2 key=9, 1 PoweredOn host-1 key=8", "host-2")]
    // A failover is a move unless the events are those of the secondary.
    [InlineData("1 PoweredOn host-1, 60 FailedOver host-2", "host-1")]
    [InlineData("1 PoweredOn host-1, 60 FailedOver host-1", null)]
    public void The_home_is_the_host_of_the_power_on_that_events_show(string events, string? home) =>
        Assert.Equal(home, HomeFinder.Find(events.Split(", ").Select(Read), Boot).Host);

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

    [Theory]
    // Long after the revert; soon after it, by a task of its own, by none, by the revert's, by one that is not told.
    [InlineData(86_400, 0, "host-2", false)]
    [InlineData(86_400, 7, null, false)]
    [InlineData(60, 20, "host-2", true)]
    [InlineData(60, 21, null, false)]
    [InlineData(60, 7, null, false)]
    [InlineData(60, 0, null, false)]
    public void A_machine_that_a_snapshot_without_memory_left_off_is_home_where_it_is_powered_on(int later, int chain, string? home, bool isUnconfirmed)
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
    [InlineData("host-1", null)]
    [InlineData(null, "host-1")]
    public void A_move_that_names_no_host_leaves_the_machine_where_it_was(string? moved, string? home) => Assert.Equal(
        home is null ? "it was the secondary of a fault tolerance pair, which has the frequency of its primary" : null,
        HomeFinder.Find([At(1, MachineEventKind.PoweredOn, moved ?? "host-1"),
            At(50, MachineEventKind.Moved, moved is null ? "host-2" : null), At(60, MachineEventKind.FailedOver, "host-1")], Boot).UnknownReason);

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
    [InlineData("boot=60 event=180", true)]
    [InlineData("boot=60 event=181", false)]
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
        Assert.Equal(isOn, HomeFinder.HasBeenOnSince(machine, Boot));

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
    [InlineData(false, true)]
    [InlineData(true, true)]
    [InlineData(true, false)]
    public void A_power_on_without_a_power_off_and_with_an_unchanged_boot_time_is_a_reset_and_an_announced_one_without_a_power_on(bool isAnnounced, bool isDone)
    {
        MachineEvent[] events = [At(1, MachineEventKind.PoweredOn, "host-1"), At(60, MachineEventKind.Moved, "host-2"),
            At(7200, MachineEventKind.Resetting, "host-2"), At(7201, MachineEventKind.PoweredOn, "host-2")];
        var home = HomeFinder.Find(events.Where(item => item.Key != (isAnnounced ? isDone ? 0 : 7201 : 7200)), Boot);
        Assert.Equal(("host-1", "host-2", Boot.AddSeconds(isDone ? 7201 : 7200)), (home.Host, home.Other?.Host, home.Other?.At));
    }

    [Theory]
    // Where a power-off came before it, a power-on is no reset whatever the boot time.
    [InlineData("1 PoweredOn host-1, 7200 PoweredOff host-1, 7230 PoweredOn host-2", true, "host-2", null, false, false)]
    // Without a boot time a power-on of a machine that is on is a reset; one is confirmed by the power-off before it, a restart by itself.
    [InlineData("1 PoweredOn host-1, 7200 PoweredOn host-2", false, "host-1", "host-2", true, false)]
    [InlineData("-60 PoweredOff host-1, 1 PoweredOn host-1", false, "host-1", null, false, false)]
    [InlineData("1 PoweredOn host-1", false, "host-1", null, true, false)]
    [InlineData("1 Restarted host-3", false, "host-3", null, false, false)]
    // A boot time after the last power-on is wrong unless the machine was off since.
    [InlineData("-9000 PoweredOn host-1", true, null, "host-1", false, true)]
    [InlineData("-9000 PoweredOn host-1, -60 PoweredOff host-1", true, null, null, false, false)]
    public void A_power_on_is_a_reset_confirmed_or_of_another_time_than_the_boot(
        string events, bool hasBoot, string? host, string? other, bool isUnconfirmed, bool isBootTimeWrong)
    {
        var home = HomeFinder.Find(events.Split(", ").Select(Read), hasBoot ? Boot : null);
        Assert.Equal((host, other, isUnconfirmed, isBootTimeWrong), (home.Host, home.Other?.Host, home.IsUnconfirmed, home.IsBootTimeWrong));
    }

    private static MachineEvent At(int seconds, MachineEventKind kind, string? host) => new(kind, Boot.AddSeconds(seconds), host, Source: null, Key: seconds);

    private static MachineEvent Read(string said)
    {
        var words = said.Split(' ');
        var happened = At(Number(words[0]), Enum.Parse<MachineEventKind>(words[1]), words.FirstOrDefault(word => word.StartsWith("host-", StringComparison.Ordinal)));
        return happened with { Chain = Numbered("chain=") ?? 0, Key = Numbered("key=") ?? happened.Key };

        int? Numbered(string what) => Array.Find(words, word => word.StartsWith(what, StringComparison.Ordinal)) is { } found ? Number(found[what.Length..]) : null;

        static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
    }
}
