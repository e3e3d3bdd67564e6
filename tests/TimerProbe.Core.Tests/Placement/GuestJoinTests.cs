using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class GuestJoinTests
{
    private const string OtherByteOrder = "1b1a2242-1d1c-1f4e-8202-223344556677";

    private static readonly MachineEvent[] OnSlow = [Event(1, MachineEventKind.PoweredOn, Slow)];

    [Theory]
    [InlineData(Uuid)]
    [InlineData(OtherByteOrder)]
    public void A_result_is_joined_by_uuid_in_either_byte_order(string guest)
    {
        var (machine, results) = Join(Machine("db01", Slow) with { Uuid = Uuid.ToUpperInvariant() }, OnSlow, Result("anything", guest));
        Assert.Equal(("uuid", ClockState.Slow), (machine.Guest?.MatchedBy, machine.Guest?.State));
        Assert.Equal((1, 1, 0), (results.Documents, results.MatchedByUuid, results.MatchedByName));
    }

    [Theory]
    [InlineData("DB01")]
    [InlineData("db01.example.org")]
    [InlineData("WINDB")]
    public void Without_its_uuid_a_result_is_joined_by_name(string name)
    {
        var (machine, results) = Join(Machine("db01", Slow) with { Uuid = Uuid, GuestHostName = "windb.example.org" }, OnSlow, Result(name, uuid: null));
        Assert.Equal("name", machine.Guest?.MatchedBy);
        Assert.Equal(1, results.MatchedByName);
    }

    [Fact]
    public void The_uuid_counts_more_than_the_name()
    {
        var (vcenters, _) = Join([Reading((Machine("db01", Slow), OnSlow), (Machine("db02", Slow) with { Uuid = Uuid }, OnSlow))], Result("db01", Uuid));
        Assert.Equal([null, "uuid"], vcenters[0].VirtualMachines.Select(machine => machine.Guest?.MatchedBy));
    }

    [Fact]
    public void A_uuid_that_two_machines_have_is_told_apart_by_the_name_or_not_at_all()
    {
        var reading = Reading((Machine("db01", Slow) with { Uuid = Uuid }, OnSlow), (Machine("clone", Slow) with { Uuid = Uuid }, OnSlow));
        Assert.Equal("uuid", Join([reading], Result("clone", Uuid)).VCenters[0].VirtualMachines[1].Guest?.MatchedBy);
        var (vcenters, results) = Join([reading], Result("other", Uuid));
        Assert.All(vcenters[0].VirtualMachines, machine => Assert.Null(machine.Guest));
        Assert.Equal("2 virtual machines have its UUID: db01, clone", Assert.Single(results.Unmatched).Why);
    }

    [Fact]
    public void A_name_that_two_vcenters_have_is_not_joined()
    {
        var (_, results) = Join([Reading((Machine("db01", Slow), OnSlow)), Reading((Machine("db01", Fast), []))], Result("db01", uuid: null));
        Assert.Equal("no virtual machine has its UUID, and 2 have its name: db01, db01", Assert.Single(results.Unmatched).Why);
    }

    [Theory]
    [InlineData("00000000-0000-0000-0000-000000000000")]
    [InlineData("ffffffff-ffff-ffff-ffff-ffffffffffff")]
    [InlineData("Not Settable")]
    public void A_uuid_that_firmware_leaves_unset_joins_nothing(string unset)
    {
        var (machine, results) = Join(Machine("db01", Slow) with { Uuid = unset }, OnSlow, Result("other", unset));
        Assert.Null(machine.Guest);
        Assert.Equal("no virtual machine has its UUID or its name", Assert.Single(results.Unmatched).Why);
    }

    [Fact]
    public void The_newest_result_counts()
    {
        var newer = Result("db01", uuid: null, seconds: 7200, state: ClockState.Healthy);
        var (vcenters, results) = Join([Reading((Machine("db01", Slow), OnSlow))], Result("db01", uuid: null, seconds: 3600), newer);
        Assert.Equal(newer.Id, vcenters[0].VirtualMachines[0].Guest?.DocumentId);
        Assert.Equal("a newer result of the same virtual machine is at hand", Assert.Single(results.Unmatched).Why);
    }

    [Theory]
    [InlineData(MachineEventKind.Moved, "it was measured before the virtual machine last changed hosts")]
    [InlineData(MachineEventKind.Resumed, "it was measured before the virtual machine was last resumed")]
    [InlineData(MachineEventKind.Reverted, "it was measured before the virtual machine was last reverted to a snapshot")]
    public void A_result_from_before_a_change_says_nothing_of_now(MachineEventKind change, string why)
    {
        var (machine, results) = Join(Machine("db01", Fast), [.. OnSlow, Event(7200, change, Fast, Slow)], Result("db01", uuid: null, seconds: 3600));
        Assert.Null(machine.Guest);
        Assert.Equal(why, Assert.Single(results.Unmatched).Why);
        Assert.NotNull(Join(Machine("db01", Fast), [.. OnSlow, Event(7200, change, Fast, Slow)],
            Result("db01", uuid: null, seconds: 7200)).Machine.Guest);
    }

    [Fact]
    public void What_a_guest_measured_stands_beside_its_machine()
    {
        var result = Result("db01", Uuid, told: Slow.Hz);
        var guest = Join(Machine("db01", Slow) with { Uuid = Uuid }, OnSlow, result).Machine.Guest!;
        Assert.Equal((result.Id, result.StartedAt, Slow.Hz, ClockCause.TscTrapped),
            (guest.DocumentId, guest.MeasuredAt, guest.VirtualTscHz, guest.Cause));
        Assert.Equal(result.Clocks.Single(clock => clock.Source == ClockSource.PreciseTime).CallNs!.Median, guest.PreciseTimeNs);
        Assert.Null(Join(Machine("db01", Slow), OnSlow, result with { Clocks = [] }).Machine.Guest!.PreciseTimeNs);
    }

    [Theory]
    [InlineData(10 * 60, null)]
    [InlineData(10 * 60 + 1, "it is from the future: the guest's clock, or this machine's, is wrong")]
    public void A_guests_clock_may_be_a_little_ahead(int seconds, string? why) => Assert.Equal(
        why, Join(Machine("db01", Slow), OnSlow, Result("db01", uuid: null, seconds: (30 * 24 * 3600) + seconds))
            .Results.Unmatched.SingleOrDefault()?.Why);

    [Theory]
    [InlineData(-120, null)]
    [InlineData(-121, "it was measured before the virtual machine was last powered on")]
    public void A_result_is_of_this_power_on_as_far_as_two_clocks_tell(int seconds, string? why) =>
        Assert.Equal(why, Join(Machine("db01", Slow), OnSlow, Result("db01", uuid: null, seconds)).Results.Unmatched.SingleOrDefault()?.Why);

    [Fact]
    public void A_machine_that_is_off_has_no_result_of_now()
    {
        var (machine, results) = Join(Machine("db01", Slow) with { Placement = Facts.Placement.Off }, OnSlow, Result("db01", Uuid, told: Fast.Hz));
        Assert.Equal((null, null, Facts.Placement.Off), (machine.Guest, machine.HomeHz, machine.Placement));
        Assert.Equal("the virtual machine is off", Assert.Single(results.Unmatched).Why);
    }

    [Fact]
    public void A_guest_tells_the_home_frequency_that_events_do_not()
    {
        var (machine, _) = Join(Machine("db01", Fast), [], Result("db01", uuid: null, told: Slow.Hz));
        Assert.Equal((Facts.Placement.Away, HomeSource.Guest, null), (machine.Placement, machine.HomeSource, machine.HomeHost));
        Assert.Equal(["esx01", "esx02"], machine.HarmlessHosts);
    }

    [Fact]
    public void A_guest_of_an_earlier_boot_tells_no_home()
    {
        var (machine, _) = Join(Machine("db01", Fast), [], Result("db01", uuid: null, seconds: -3600, told: Slow.Hz));
        Assert.Equal((Facts.Placement.Unknown, null), (machine.Placement, machine.HomeHz));
    }

    [Fact]
    public void Where_vCenter_does_not_tell_the_boot_time_the_age_of_a_result_decides()
    {
        var machine = Machine("db01", Fast) with { BootTime = null };

        var (old, results) = Join(machine, [], Result("db01", Uuid, told: Slow.Hz));
        Assert.Equal((Facts.Placement.Unknown, null), (old.Placement, old.Guest));
        Assert.Equal("it is older than 7 days", Assert.Single(results.Unmatched).Why);

        var fresh = Join(machine with { Uuid = Uuid }, [], Result("db01", Uuid, told: Slow.Hz, seconds: 29 * 24 * 3600)).Machine;
        Assert.Equal((Facts.Placement.Away, HomeSource.Guest, HomeCertainty.Certain),
            (fresh.Placement, fresh.HomeSource, fresh.HomeCertainty));
        Assert.NotNull(fresh.Guest);
    }

    [Fact]
    public void A_newer_result_of_the_same_name_does_not_push_out_the_one_with_the_uuid()
    {
        var (vcenters, results) = Join(
            [Reading((Machine("db01", Slow) with { Uuid = Uuid }, OnSlow))],
            Result("db01", "99999999-1c1d-4e1f-8202-223344556677", seconds: 7200, ClockState.Healthy),
            Result("anything", Uuid));
        Assert.Equal((ClockState.Slow, "uuid"), (vcenters[0].VirtualMachines[0].Guest!.State, vcenters[0].VirtualMachines[0].Guest!.MatchedBy));
        Assert.Equal("a result with the UUID of the virtual machine of this name is at hand", Assert.Single(results.Unmatched).Why);
    }

    [Fact]
    public void A_result_from_the_future_does_not_hide_the_newest()
    {
        var future = Result("db01", uuid: null, seconds: 400 * 86400, ClockState.Healthy);
        var (vcenters, results) = Join([Reading((Machine("db01", Slow), OnSlow))], future, Result("db01", uuid: null));
        Assert.Equal(ClockState.Slow, vcenters[0].VirtualMachines[0].Guest?.State);
        Assert.Equal(future.Id, Assert.Single(results.Unmatched).DocumentId);
    }

    [Fact]
    public void A_result_from_before_a_move_still_tells_the_home_frequency()
    {
        var (machine, _) = Join(
            Machine("db01", Fast), [Event(7200, MachineEventKind.Moved, Fast, Slow)], Result("db01", uuid: null, seconds: 3600, told: Slow.Hz));
        Assert.Equal((Facts.Placement.Away, HomeSource.Guest, null), (machine.Placement, machine.HomeSource, machine.Guest));
    }

    [Theory]
    [InlineData(MachineEventKind.PoweredOn)]
    [InlineData(MachineEventKind.Reverted)]
    public void A_guest_of_this_boot_overrules_events(MachineEventKind last)
    {
        var (machine, _) = Join(Machine("db01", Slow) with { Uuid = Uuid }, [.. OnSlow, Event(2, last, Slow)], Result("db01", Uuid, told: Fast.Hz));
        Assert.Equal((Facts.Placement.Away, HomeSource.Guest, null, Fast.Hz), (machine.Placement, machine.HomeSource, machine.HomeHost, machine.HomeHz));
    }

    [Theory]
    // A guest's clock may be ten minutes ahead, so that it may have measured before the power-on.
    [InlineData(60, false, Facts.Placement.Unknown)]
    [InlineData(600, false, Facts.Placement.Unknown)]
    [InlineData(610, false, Facts.Placement.Away)]
    [InlineData(60, true, Facts.Placement.Home)]
    public void A_result_of_the_minutes_after_a_power_on_that_contradicts_its_event_decides_nothing(int seconds, bool agrees, Facts.Placement expected)
    {
        var (machine, _) = Join(Machine("db01", Slow) with { Uuid = Uuid }, [Event(0, MachineEventKind.PoweredOff, Slow),
            Event(0, MachineEventKind.PoweredOn, Slow)], Result("db01", Uuid, seconds, told: agrees ? Slow.Hz : Fast.Hz));
        const string why = "its guest measured another frequency than that of its power-on event, "
            + "and by a clock that is some minutes ahead it may have done so before it";
        Assert.Equal((expected, expected == Facts.Placement.Unknown ? why : null), (machine.Placement, machine.UnknownReason));
    }

    [Fact]
    public void A_guest_replaces_what_was_told_from_the_only_frequency_of_all_hosts()
    {
        var reading = Reading((Machine("db01", Slow) with { Uuid = Uuid }, [])).WithHosts(Slow, SlowToo);
        Assert.Equal([HomeSource.OnlyClass], Place(reading).VirtualMachines[0].HomeEvidence!.Select(item => item.Source));
        var machine = Join([reading], Result("db01", Uuid, told: Fast.Hz)).VCenters[0].VirtualMachines[0];
        Assert.Equal((Facts.Placement.Away, Fast.Hz), (machine.Placement, machine.HomeHz));
        Assert.Equal([HomeSource.Guest], machine.HomeEvidence!.Select(item => item.Source));
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(200_000)]
    public void A_guest_that_agrees_leaves_the_home_its_name(int hertz)
    {
        var machine = Join(Machine("db01", Slow) with { Uuid = Uuid }, OnSlow, Result("db01", Uuid, told: new Frequency(Slow.Hz!.Value.Hertz + hertz))).Machine;
        Assert.Equal((HomeSource.Guest, "esx01"), (machine.HomeSource, machine.HomeHost));
    }

    [Fact]
    public void A_guest_that_is_known_by_its_name_alone_overrules_nothing()
    {
        var (machine, _) = Join(Machine("db01", Slow), OnSlow, Result("db01", uuid: null, told: Fast.Hz));
        Assert.Equal((Facts.Placement.Home, HomeSource.Event), (machine.Placement, machine.HomeSource));
    }

    [Fact]
    public void The_guest_of_a_fault_tolerance_pair_runs_in_its_primary()
    {
        var primary = Machine("db01", Slow) with { Uuid = Uuid, FaultTolerance = FaultToleranceRole.Primary };
        var (vcenters, results) = Join([Reading(
            (primary, OnSlow), (primary with { Id = "vm-second", FaultTolerance = FaultToleranceRole.Secondary }, OnSlow))], Result("db01", Uuid));
        Assert.Equal(["uuid", null], vcenters[0].VirtualMachines.Select(machine => machine.Guest?.MatchedBy));
        Assert.Empty(results.Unmatched);
    }

    private static (VirtualMachineFacts Machine, GuestResultsFacts Results) Join(VirtualMachineFacts machine, MachineEvent[] events, CheckDocument result)
    {
        var (vcenters, results) = Join([Reading((machine, events))], result);
        return (vcenters[0].VirtualMachines[0], results);
    }

    private static (IReadOnlyList<VCenterFacts> VCenters, GuestResultsFacts Results) Join(
        InventoryReading[] readings, params CheckDocument[] results) =>
        new GuestJoin(Rules, GuestJoin.DefaultMaxAge)
            .Join([.. readings.Select(Place)], [.. results.Select(GuestResult.From)], [.. readings.Select(reading => reading.Published)], [], now: Boot.AddDays(30))
            is var joined ? (joined.VCenters, joined.Files) : default;

    private static CheckDocument Result(string name, string? uuid, int seconds = 3600, ClockState state = ClockState.Slow, Frequency? told = null)
    {
        var facts = GuestFactsBuilder.WindowsOnVMware;
        return (facts with
        {
            Machine = facts.Machine with { Name = name, SmbiosUuid = uuid, Hypervisor = facts.Machine.Hypervisor with { VirtualTscHz = told } },
            Verdict = facts.Verdict with { State = state, Cause = state == ClockState.Slow ? ClockCause.TscTrapped : ClockCause.None },
        }).ToDocument(Boot.AddSeconds(seconds));
    }
}
