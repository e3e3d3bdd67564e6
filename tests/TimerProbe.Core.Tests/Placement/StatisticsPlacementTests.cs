namespace TimerProbe.Core.Tests.Placement;

public sealed class StatisticsPlacementTests
{
    private static readonly DateTimeOffset Now = new(2026, 8, 1, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    // One frequency as far as there are statistics.
    [InlineData("2394", 30, 2_394)]
    // The other one began after the oldest event that is kept, and none of those is a power-on.
    [InlineData("2394 2594@20", 30, 2_394)]
    [InlineData("2394 2594@20", 10, null)]
    [InlineData("2594 2394@60 2594@20", 30, null)]
    [InlineData("2394", 0, 2_394)]
    // No events: it may have been powered on at either.
    [InlineData("2394 2594@20", 0, null)]
    public void Without_a_boot_time_the_home_is_what_it_ran_at_before_the_events_that_are_kept(string ran, int eventDays, int? megahertz)
    {
        var machine = Machine(eventDays == 0 ? null : Now.AddDays(-eventDays), lastEventAt: null);
        Assert.Equal(megahertz, StatisticsPlacement.OfStretches(machine, Stretches(ran)).Evidence?.LowHz.Hertz / 1_000_000);
    }

    [Theory]
    [InlineData("2394@20", 30)]
    [InlineData("2394@30", 30)]
    public void What_began_within_the_time_of_the_events_without_a_power_on_came_from_elsewhere(string ran, int eventDays) => Assert.Equal(
        StatisticsGap.Arrived, StatisticsPlacement.OfStretches(Machine(Now.AddDays(-eventDays), lastEventAt: null), Stretches(ran)).Gap);

    [Theory]
    [InlineData(StatisticsGap.Arrived, true)]
    [InlineData(StatisticsGap.TooWide, false)]
    public void A_machine_that_was_not_here_when_it_was_powered_on_is_of_no_class_of_here(StatisticsGap gap, bool isOpen)
    {
        var machine = Machine(eventsSince: null, lastEventAt: null) with
        {
            Placement = Facts.Placement.Home,
            HomeHz = FleetBuilder.Slow.Hz,
            HomeEvidence = [Told(HomeSource.OnlyClass)]
        };
        var vcenter = FleetBuilder.Reading().VCenter with { VirtualMachines = [machine] };
        var filled = Of(FleetBuilder.Slow)
            .Fill(vcenter, new Dictionary<string, StatisticsHome> { [machine.Id] = StatisticsHome.None(gap) }).VirtualMachines[0];
        var open = (Facts.Placement.Unknown, $"{HomeFinder.NoEvent}; by its CPU statistics it was not here yet when it was powered on");
        Assert.Equal(isOpen ? open : (machine.Placement, machine.UnknownReason), (filled.Placement, filled.UnknownReason));
        Assert.Equal(!isOpen, filled == machine);
        Assert.Equal(isOpen, filled is { HomeHz: null, HomeEvidence: null });
    }

    [Fact]
    public void An_event_of_its_power_counts_for_every_frequency_it_ran_at()
    {
        var machine = Machine(Now.AddDays(-30), lastEventAt: Now.AddDays(-25));
        Assert.Equal(StatisticsGap.Changed, StatisticsPlacement.OfStretches(machine, Stretches("2394 2594@20")).Gap);
    }

    [Fact]
    public void What_it_ran_at_is_said_with_the_time_since_when_it_counts_no_more()
    {
        Assert.Equal("by vCenter's CPU statistics it has run at no other frequency since there are any of it", Says("2394", 30));
        Assert.Equal("by vCenter's CPU statistics it ran at no other frequency until 2026-07-02 00:00 UTC, and no event reports a power-on since", Says("2394 2594@20", 30));
        Assert.Equal(StatisticsGap.NoSamples, StatisticsPlacement.OfStretches(Machine(Now, lastEventAt: null), []).Gap);
        // One that begins with the events is of a time of which they tell.
        Assert.Equal(StatisticsGap.Changed, StatisticsPlacement.OfStretches(Machine(Now.AddDays(-60), lastEventAt: null), Stretches("2394@90 2594@70 2394@60")).Gap);
        Assert.Equal(2_394, StatisticsPlacement.OfStretches(Machine(Now.AddDays(-60), lastEventAt: null), Stretches("2394@90 2594@60"))
            .Evidence?.LowHz.Hertz / 1_000_000);

        static string? Says(string ran, int eventDays) =>
            StatisticsPlacement.OfStretches(Machine(Now.AddDays(-eventDays), lastEventAt: null), Stretches(ran)).Evidence?.Says;
    }

    [Theory]
    [InlineData(false, null, null, 0)]
    [InlineData(false, 121, null, 0)]
    [InlineData(true, 121, null, -121)]
    [InlineData(true, 120, null, null)]
    [InlineData(true, null, null, null)]
    [InlineData(true, null, 1, 0)]
    public void When_it_was_powered_on_is_its_boot_time_or_before_a_move_its_uptime(bool isBootTimeWrong, int? uptimeAtMove, int? otherSeconds, int? poweredOn)
    {
        var machine = Machine(eventsSince: null, lastEventAt: null) with
        {
            BootTime = Now,
            MovedAt = Now,
            Power = new PowerHistory
            {
                IsBootTimeWrong = isBootTimeWrong,
                OnSince = uptimeAtMove is { } uptime ? Now.AddSeconds(-uptime) : null,
                OtherAt = otherSeconds is { } other ? Now.AddSeconds(other) : null,
            },
        };
        Assert.Equal(poweredOn is { } seconds ? Now.AddSeconds(seconds) : null, StatisticsPlacement.PoweredOn(machine));
    }

    [Fact]
    public void Frequencies_are_asked_of_machines_that_are_away_and_affected_or_measured_slow()
    {
        var machine = Machine(eventsSince: null, lastEventAt: null);
        var home = machine with { Id = "home", Placement = Facts.Placement.Home };
        var vcenter = FleetBuilder.Reading().VCenter with
        {
            VirtualMachines = [home, home with { Id = "away", Placement = Facts.Placement.Away }, home with { Id = "fast", Placement = Facts.Placement.Away, ClockExpectation = ClockExpectation.ExpectedFast }, Measured("slow", ClockState.Slow), Measured("healthy", ClockState.Healthy)],
        };
        Assert.Equal(["away", "slow"], StatisticsPlacement.Affected(vcenter).Select(item => item.Id));

        VirtualMachineFacts Measured(string id, ClockState state) =>
            home with { Id = id, Guest = new JoinedGuest(Guid.Empty, state, ClockCause.None, "uuid") { Source = GuestSource.File } };
    }

    [Fact]
    public void Homes_are_asked_of_machines_of_which_nothing_else_tells_them()
    {
        var machine = Machine(eventsSince: null, lastEventAt: null);
        var vcenter = FleetBuilder.Reading().VCenter with
        {
            VirtualMachines =
            [
                machine with { Id = "unknown" },
                machine with { Id = "off", Placement = Facts.Placement.Off },
                machine with { Id = "restored", Power = new PowerHistory { IsFrequencyRestored = true } },
                machine with { Id = "secondary", FaultTolerance = FaultToleranceRole.Secondary },
                machine with { Id = "event", HomeEvidence = [Told(HomeSource.Event)] },
                machine with { Id = "onlyClass", HomeEvidence = [Told(HomeSource.OnlyClass)] },
            ],
        };
        Assert.Equal(["unknown", "onlyClass"], StatisticsPlacement.Open(vcenter).Select(item => item.Id));
    }

    [Theory]
    [InlineData(StatisticsGap.TooLate, "its CPU statistics begin too long after it")]
    [InlineData(StatisticsGap.Turbo, "it may have used all of its processors: turbo then lifts its CPU statistics above its host's frequency")]
    [InlineData(StatisticsGap.Changed, "its CPU statistics show more than one frequency")]
    [InlineData(StatisticsGap.TooWide, "it was too idle for its CPU statistics to show the frequency")]
    [InlineData(StatisticsGap.OtherProcessors, "its CPU statistics fit several frequencies, since it had another number of processors")]
    [InlineData(StatisticsGap.Unknown, "its number of processors is not known")]
    [InlineData(StatisticsGap.NoSamples, "vCenter keeps no CPU statistics of that time")]
    public void Why_statistics_tell_no_home_stands_behind_why_nothing_else_does(StatisticsGap gap, string words)
    {
        var unknown = Machine(eventsSince: null, lastEventAt: null) with { UnknownReason = "no event" };
        var vcenter = FleetBuilder.Reading().VCenter with
        {
            VirtualMachines = [unknown with { Id = "asked" }, unknown with { Id = "other" }, unknown with { Id = "away", Placement = Facts.Placement.Away }],
        };
        var none = StatisticsHome.None(gap);
        var filled = Of(FleetBuilder.Slow, FleetBuilder.Fast).Fill(vcenter, new Dictionary<string, StatisticsHome> { ["asked"] = none, ["away"] = none });
        Assert.Equal([$"no event; {words}", "no event", "no event"], filled.VirtualMachines.Select(machine => machine.UnknownReason!));
        Assert.Same(vcenter, Of(FleetBuilder.Slow).Fill(vcenter, new Dictionary<string, StatisticsHome>()));
    }

    [Theory]
    [InlineData(null, 1, 1, 1, 1, null)]
    [InlineData(9, null, null, null, null, 9)]
    [InlineData(9, 5, null, null, null, 5)]
    [InlineData(9, 5, 4, 6, 7, 4)]
    [InlineData(9, null, 6, 3, 7, 3)]
    [InlineData(9, 8, 6, 7, 2, 2)]
    public void A_machine_is_on_its_host_since_the_latest_of_its_events(int? events, int? last, int? moved, int? resumed, int? reverted, int? since)
    {
        var machine = Machine(Before(events), Before(last)) with { MovedAt = Before(moved), ResumedAt = Before(resumed), RevertedAt = Before(reverted) };
        Assert.Equal(Before(since), StatisticsPlacement.OnHostSince(machine));

        static DateTimeOffset? Before(int? days) => days is { } known ? Now.AddDays(-known) : null;
    }

    private static StatisticsPlacement Of(params HostFacts[] hosts) => new(new FrequencyRules(FrequencyRules.DefaultTolerance), hosts);

    private static HomeEvidence Told(HomeSource source) =>
        new(source, FleetBuilder.Slow.Hz!.Value, FleetBuilder.Slow.Hz.Value, At: null, EvidenceCertainty.Inferred, "it says so");

    /// <summary>In the order of time, each with the days before now that it began.</summary>
    private static List<FrequencyStretch> Stretches(string ran)
    {
        var parts = ran.Split(' ').Select(part => part.Split('@')).Select(part => (Hz: new Frequency(long.Parse(part[0], CultureInfo.InvariantCulture) * 1_000_000), From: Now.AddDays(part.Length > 1 ? -int.Parse(part[1], CultureInfo.InvariantCulture) : -300))).ToList();
        return [.. parts.Select((part, i) => new FrequencyStretch(part.From, i + 1 < parts.Count ? parts[i + 1].From : null, part.Hz))];
    }

    private static VirtualMachineFacts Machine(DateTimeOffset? eventsSince, DateTimeOffset? lastEventAt) =>
        FleetBuilder.Machine("vm", FleetBuilder.Slow) with { Power = new PowerHistory { EventsSince = eventsSince, LastEventAt = lastEventAt } };
}
