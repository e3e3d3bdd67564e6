using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class HomeMemoryTests
{
    private static readonly DateTimeOffset Now = Boot.AddDays(60);

    private static readonly RememberedHome AtFast = new(Fast.Name, Fast.Hz!.Value, Boot, Boot, SeenAt: Now.AddHours(-1), RevertedAt: null);

    [Fact]
    public void A_home_that_events_no_longer_tell_is_taken_from_history()
    {
        var machine = Filled(AtFast);
        Assert.Equal((Facts.Placement.Away, HomeSource.History, Fast.Name, Boot),
            (machine.Placement, machine.HomeSource, machine.HomeHost, machine.HomeSince));
        Assert.Null(machine.UnknownReason);
    }

    [Fact]
    public void Another_power_on_since_it_was_seen_forgets_it() =>
        AssertUnknown(SeenBeforeThisBoot with { BootTime = Boot.AddDays(-1) }, machine => machine with { BootTime = Boot.AddDays(58) });

    [Theory]
    [InlineData(120, HomeSource.History)]
    [InlineData(-120, HomeSource.History)]
    [InlineData(121, null)]
    [InlineData(-121, null)]
    public void Boot_times_from_clocks_that_differ_a_little_are_one_power_on(int seconds, HomeSource? source) => Assert.Equal(
        source,
        Filled(SeenBeforeThisBoot with { BootTime = Boot.AddDays(58).AddSeconds(seconds) },
            machine => machine with { BootTime = Boot.AddDays(58) }).HomeSource);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_machine_that_was_on_before_it_was_seen_is_of_the_same_power_on_whatever_boot_time_it_had_then(bool wasUnset) =>
        Assert.Equal(HomeSource.History, Filled(AtFast with { BootTime = wasUnset ? null : Boot.AddDays(-9) }).HomeSource);

    [Fact]
    public void A_boot_time_that_vCenter_lost_forgets_nothing_while_no_event_tells_of_a_power_on()
    {
        Assert.Equal(HomeSource.History, Lost(AtFast, lastEventAt: null));
        Assert.Equal(HomeSource.History, Lost(AtFast, AtFast.SeenAt.AddDays(-1)));
        Assert.Null(Lost(AtFast, AtFast.SeenAt.AddMinutes(5)));
        Assert.Null(Lost(AtFast with { SeenAt = Now.AddDays(-29) }, lastEventAt: null));

        static HomeSource? Lost(RememberedHome home, DateTimeOffset? lastEventAt) => Filled(home, machine => machine with
        {
            BootTime = null,
            Power = machine.Power with { EventsSince = Now.AddDays(-20), LastEventAt = lastEventAt },
        }).HomeSource;
    }

    [Fact]
    public void What_was_inferred_stays_inferred()
    {
        Assert.Equal(HomeCertainty.Certain, Filled(AtFast).HomeCertainty);
        Assert.Equal(HomeCertainty.Inferred, Filled(AtFast with { Certainty = HomeCertainty.Inferred }).HomeCertainty);
    }

    /// <summary>Seen on the 58th day, when the machine, as far as its boot time goes, was not yet on.</summary>
    private static RememberedHome SeenBeforeThisBoot => AtFast with { SeenAt = Boot.AddDays(57) };

    [Fact]
    public void A_revert_of_the_very_time_it_was_seen_is_seen()
    {
        Assert.Equal(HomeSource.History, Filled(AtFast with { RevertedAt = AtFast.SeenAt }).HomeSource);
        Assert.Equal(HomeSource.History, Filled(AtFast, machine => machine with { RevertedAt = AtFast.SeenAt }).HomeSource);
    }

    [Fact]
    public void A_revert_that_an_earlier_scan_saw_forgets_it() => AssertUnknown(AtFast with { SeenAt = Boot.AddDays(3), RevertedAt = Boot.AddDays(4) });

    [Fact]
    public void A_revert_since_it_was_seen_forgets_it() =>
        Assert.Equal(Facts.Placement.Unknown, Filled(AtFast, machine => machine with { RevertedAt = Now.AddMinutes(-5) }).Placement);

    [Theory]
    [InlineData(HomeSource.Guest, Facts.Placement.Away)]
    [InlineData(HomeSource.Event, Facts.Placement.Unknown)]
    [InlineData(HomeSource.History, Facts.Placement.Unknown)]
    public void Of_a_machine_whose_memory_came_from_elsewhere_only_what_its_guest_told_is_remembered(HomeSource source, Facts.Placement expected)
    {
        var clone = Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Slow), Event(1, MachineEventKind.Cloned, Slow));

        var filled = Fill(clone, AtFast with { Source = source }, eventsMissing: null);

        Assert.Equal((expected, expected == Facts.Placement.Away ? HomeSource.Guest : null), (filled.Placement, filled.HomeSource));
        Assert.Equal(expected == Facts.Placement.Away ? "an earlier scan knew it from the guest" : null, filled.HomeEvidence?[0].Says);
    }

    [Fact]
    public void The_frequency_that_a_home_had_before_its_host_restarted_is_remembered()
    {
        var reading = Reading((Machine("DB01", Slow), [Event(0, MachineEventKind.PoweredOn, Fast)]));
        var restarted = Place(reading.HostsAs(host => host.Id == Fast.Id ? host with { BootTime = Boot.AddDays(9), Hz = Slow.Hz } : host)).VirtualMachines[0];

        Assert.Equal((Facts.Placement.Home, HomeCertainty.Inferred), (restarted.Placement, restarted.HomeCertainty));
        Assert.Equal((Facts.Placement.Away, HomeCertainty.Certain),
            Where(Fill(restarted, AtFast with { Source = HomeSource.Event }, eventsMissing: null)));

        static (Facts.Placement, HomeCertainty?) Where(VirtualMachineFacts machine) => (machine.Placement, machine.HomeCertainty);
    }

    [Fact]
    public void A_home_that_was_known_after_the_revert_holds() =>
        Assert.Equal(
            (HomeSource.History, HomeSource.History),
            (Filled(AtFast, machine => machine with { RevertedAt = Now.AddDays(-5) })
                .HomeSource, Filled(AtFast with { RevertedAt = Now.AddDays(-5) }).HomeSource));

    [Fact]
    public void A_gap_longer_than_events_are_kept_forgets_it()
    {
        Assert.Equal(HomeSource.History, Filled(AtFast with { SeenAt = Now.AddDays(-30) }).HomeSource);
        AssertUnknown(AtFast with { SeenAt = Now.AddDays(-30).AddSeconds(-1) });
    }

    [Fact]
    public void A_machine_without_a_boot_time_and_without_events_stays_unknown() =>
        Assert.Equal(Facts.Placement.Unknown, Filled(AtFast, machine => machine with { BootTime = null }).Placement);

    [Fact]
    public void Without_events_nothing_is_remembered_for_a_revert_could_not_be_seen() =>
        Assert.Equal(Facts.Placement.Unknown, Filled(AtFast, eventsMissing: "the account lacks System.View").Placement);

    [Fact]
    public void A_home_known_by_its_event_is_left_as_it_is_and_what_contradicts_it_stands_beside_it()
    {
        var known = Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Slow));

        var filled = Fill(known, AtFast, eventsMissing: null);

        Assert.Equal((known.Placement, known.HomeHz, known.HomeHost, known.HomeSource),
            (filled.Placement, filled.HomeHz, filled.HomeHost, filled.HomeSource));
        Assert.Equal([HomeSource.Event, HomeSource.History], filled.HomeEvidence!.Select(item => item.Source));
    }

    [Fact]
    public void What_its_event_still_tells_is_no_news_from_history()
    {
        var known = Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Fast));
        Assert.Equal([HomeSource.Event], Fill(known, AtFast, eventsMissing: null).HomeEvidence!.Select(item => item.Source));
        // What was only inferred now, and known for sure then, is.
        var inferred = known with { HomeEvidence = [known.HomeEvidence![0] with { Certainty = EvidenceCertainty.Inferred }] };
        Assert.Equal([HomeSource.History, HomeSource.Event], Fill(inferred, AtFast, eventsMissing: null).HomeEvidence!.Select(item => item.Source));
    }

    [Theory]
    [InlineData(50_000, 1)]
    [InlineData(50_001, 2)]
    [InlineData(-50_000, 1)]
    [InlineData(-50_001, 2)]
    public void What_differs_from_its_event_by_no_more_than_20_ppm_is_no_news(int hertz, int evidence)
    {
        var known = Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Fast));
        var hz = new Frequency(2_500_000_000 + hertz);
        known = known with { HomeEvidence = [known.HomeEvidence![0] with { LowHz = hz, HighHz = hz }] };
        var filled = Fill(known, AtFast with { Hz = new Frequency(2_500_000_000) }, eventsMissing: null);
        Assert.Equal(evidence, filled.HomeEvidence!.Count);
    }

    [Fact]
    public void That_something_else_tells_another_home_makes_it_no_news_either()
    {
        var known = Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Fast));
        var contradicted = known with
        {
            HomeEvidence = [.. known.HomeEvidence!,
            known.HomeEvidence![0] with { Source = HomeSource.Statistics, LowHz = Slow.Hz!.Value, HighHz = Slow.Hz.Value }]
        };
        Assert.Same(contradicted, Fill(contradicted, AtFast, eventsMissing: null));
    }

    [Fact]
    public void Another_processor_in_the_host_it_was_powered_on_at_does_not_bring_it_home()
    {
        var replaced = FromReplacedHost(AtReplaced);
        Assert.Equal((Facts.Placement.Away, HomeSource.History, Slow.Name, Fast.Hz),
            (replaced.Placement, replaced.HomeSource, replaced.HomeHost, replaced.HomeHz));
        Assert.Equal(Boot, replaced.HomeSince);
    }

    [Fact]
    public void The_frequency_of_an_earlier_power_on_is_no_such_proof() =>
        Assert.Equal(HomeSource.Event, FromReplacedHost(AtReplaced with { BootTime = Boot.AddDays(-1), SeenAt = Boot.AddHours(-1) }).HomeSource);

    [Fact]
    public void A_calibration_that_differs_a_little_is_no_other_processor() => Assert.Equal(
        (Facts.Placement.Home, HomeCertainty.Certain),
        (FromReplacedHost(AtReplaced with { Hz = new Frequency(Slow.Hz!.Value.Hertz + 1000) }) is var same ? same.Placement
            : default, same.HomeCertainty));

    [Fact]
    public void A_remembered_home_makes_hosts_harmless_that_have_its_frequency() => Assert.Equal([Fast.Name], Filled(AtFast).HarmlessHosts);

    /// <summary>Of a machine on the slow host, where its event has it powered on too, what an earlier scan knew.</summary>
    private static RememberedHome AtReplaced => AtFast with { Host = Slow.Name };

    private static VirtualMachineFacts FromReplacedHost(RememberedHome home)
    {
        var reading = Reading((Machine("DB01", Slow), [Event(0, MachineEventKind.PoweredOn, Slow)]));
        return Fill(
            Place(reading.HostsAs(host => host.Id == Slow.Id ? host with { BootTime = Boot.AddDays(9) } : host)).VirtualMachines[0],
            home,
            eventsMissing: null);
    }

    private static void AssertUnknown(RememberedHome home, Func<VirtualMachineFacts, VirtualMachineFacts>? change = null)
    {
        var machine = Filled(home, change);
        Assert.Equal((Facts.Placement.Unknown, null, null), (machine.Placement, machine.HomeHz, machine.HomeHost));
        Assert.NotNull(machine.UnknownReason);
    }

    private static VirtualMachineFacts Filled(
        RememberedHome home, Func<VirtualMachineFacts, VirtualMachineFacts>? change = null, string? eventsMissing = null) =>
        Fill((change ?? (machine => machine))(Placed(Machine("DB01", Slow))), home, eventsMissing);

    private static VirtualMachineFacts Fill(VirtualMachineFacts machine, RememberedHome home, string? eventsMissing)
    {
        var vcenter = Place(Reading()) with { VirtualMachines = [machine] };
        return new HomeMemory(new FrequencyRules(FrequencyRules.DefaultTolerance), new OneHome(home)).Fill(vcenter, eventsMissing, Now).VirtualMachines[0];
    }

    private sealed class OneHome(RememberedHome home) : IHomeHistory
    {
        public RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine) => home;
        public IReadOnlyList<HostRecord> FindHost(VCenterFacts vcenter, string host) => [];
    }
}
