using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class HomeMemoryTests
{
    private static readonly DateTimeOffset Now = Boot.AddDays(60);

    private static readonly RememberedHome AtFast = new(Fast.Name, Fast.Hz!.Value, Boot, Boot, SeenAt: Now.AddHours(-1), RevertedAt: null);

    [Theory]
    [InlineData(HomeCertainty.Certain)]
    [InlineData(HomeCertainty.Inferred)]
    public void A_home_that_events_no_longer_tell_is_taken_from_history_as_sure_as_it_was(HomeCertainty certainty)
    {
        var machine = Filled(AtFast with { Certainty = certainty });
        Assert.Equal((Facts.Placement.Away, HomeSource.History, Fast.Name, Boot, certainty),
            (machine.Placement, machine.HomeSource, machine.HomeHost, machine.HomeSince, machine.HomeCertainty));
        Assert.Equal((null, Fast.Name), (machine.UnknownReason, Assert.Single(machine.HarmlessHosts)));
    }

    [Theory]
    [InlineData(null, false, "an earlier scan knew it of the same power-on")]
    [InlineData("its events", false, "its events (read by the scan of {0:yyyy-MM-dd HH:mm} UTC)")]
    [InlineData("its events", true, "its events")]
    public void What_said_so_then_is_said_with_the_scan_that_read_it(string? said, bool isPassedOn, string says)
    {
        var at = Now.AddDays(isPassedOn ? -9 : -8);
        var evidence = Assert.Single(Filled(AtFast with
        {
            Says = said,
            Source = isPassedOn ? HomeSource.History : HomeSource.Event,
            KnownAt = isPassedOn ? at : null,
            SavedAt = Now.AddDays(-8),
        }).HomeEvidence!);
        Assert.Equal((string.Format(CultureInfo.InvariantCulture, says, at), at), (evidence.Says, evidence.KnownAt));
        Assert.Equal(isPassedOn ? null : HomeSource.Event, evidence.KnownBy);
    }

    public static TheoryData<string, bool, RememberedHome, Func<VirtualMachineFacts, VirtualMachineFacts>> Remembered
    {
        get
        {
            var rows = new TheoryData<string, bool, RememberedHome, Func<VirtualMachineFacts, VirtualMachineFacts>>
            {
                { "another power-on since it was seen", false, SeenBeforeThisBoot with { BootTime = Boot.AddDays(-1) }, BootedAt(Boot.AddDays(58)) },
                // A machine that was on before it was seen is of the same power-on whatever boot time it had then.
                { "another boot time then", true, AtFast with { BootTime = Boot.AddDays(-9) }, Same },
                { "no boot time then", true, AtFast with { BootTime = null }, Same },
                { "a boot time that vCenter lost", true, AtFast, Lost(lastEventAt: null) },
                { "a power event before it was seen", true, AtFast, Lost(AtFast.SeenAt.AddDays(-1)) },
                { "a power event since it was seen", false, AtFast, Lost(AtFast.SeenAt.AddMinutes(5)) },
                { "seen before the events that are kept", false, AtFast with { SeenAt = Now.AddDays(-29) }, Lost(lastEventAt: null) },
                { "neither a boot time nor events", false, AtFast, BootedAt(null) },
                { "a revert of the very time, seen by a scan", true, AtFast with { RevertedAt = AtFast.SeenAt }, Same },
                { "a revert of the very time", true, AtFast, RevertedAt(AtFast.SeenAt) },
                { "a revert since, seen by a scan", false, AtFast with { SeenAt = Boot.AddDays(3), RevertedAt = Boot.AddDays(4) }, Same },
                { "a revert since", false, AtFast, RevertedAt(Now.AddMinutes(-5)) },
                { "known after the revert", true, AtFast, RevertedAt(Now.AddDays(-5)) },
                { "known after the revert that a scan saw", true, AtFast with { RevertedAt = Now.AddDays(-5) }, Same },
                { "a gap as long as events are kept", true, AtFast with { SeenAt = Now.AddDays(-30) }, Same },
                { "a gap longer than that", false, AtFast with { SeenAt = Now.AddDays(-30).AddSeconds(-1) }, Same },
            };
            foreach (var seconds in (int[])[-121, -120, 120, 121])
            {
                var then = SeenBeforeThisBoot with { BootTime = Boot.AddDays(58).AddSeconds(seconds) };
                rows.Add($"boot times {seconds} s apart", Math.Abs(seconds) == 120, then, BootedAt(Boot.AddDays(58)));
            }

            return rows;

            static VirtualMachineFacts Same(VirtualMachineFacts machine) => machine;
            static Func<VirtualMachineFacts, VirtualMachineFacts> BootedAt(DateTimeOffset? time) => machine => machine with { BootTime = time };
            static Func<VirtualMachineFacts, VirtualMachineFacts> RevertedAt(DateTimeOffset time) => machine => machine with { RevertedAt = time };
            static Func<VirtualMachineFacts, VirtualMachineFacts> Lost(DateTimeOffset? lastEventAt) => machine =>
                machine with { BootTime = null, Power = machine.Power with { EventsSince = Now.AddDays(-20), LastEventAt = lastEventAt } };
        }
    }

    [Theory]
    [MemberData(nameof(Remembered))]
    public void A_home_is_remembered_while_the_machine_is_of_the_same_power_on_and_no_revert_can_have_gone_unseen(
        string label, bool holds, RememberedHome home, Func<VirtualMachineFacts, VirtualMachineFacts> change)
    {
        var machine = Filled(home, change);
        Assert.True(machine.HomeSource == (holds ? HomeSource.History : null), label);
        Assert.Equal(holds, machine is { UnknownReason: null, Placement: Facts.Placement.Away, HomeHz: not null });
        Assert.Equal(!holds, machine is { UnknownReason: not null, Placement: Facts.Placement.Unknown, HomeHz: null, HomeHost: null });
    }

    /// <summary>Seen on the 58th day, when the machine, as far as its boot time goes, was not yet on.</summary>
    private static RememberedHome SeenBeforeThisBoot => AtFast with { SeenAt = Boot.AddDays(57) };

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

    private static VirtualMachineFacts Filled(
        RememberedHome home, Func<VirtualMachineFacts, VirtualMachineFacts>? change = null, string? eventsMissing = null) =>
        Fill((change ?? (machine => machine))(Placed(Machine("DB01", Slow))), home, eventsMissing);

    private static VirtualMachineFacts Fill(VirtualMachineFacts machine, RememberedHome home, string? eventsMissing)
    {
        var vcenter = Place(Reading()) with { VirtualMachines = [machine] };
        return new HomeMemory(Rules, new OneHome(home)).Fill(vcenter, eventsMissing, Now).VirtualMachines[0];
    }

    private sealed class OneHome(RememberedHome home) : IHomeHistory
    {
        public RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine) => home;
        public IReadOnlyList<HostRecord> FindHost(VCenterFacts vcenter, string host) => [];
    }
}
