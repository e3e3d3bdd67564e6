using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class MachinePlacementTests
{
    private const string Reset = "it was reset since it was powered on, and whether a reset takes the frequency of the present host is not known";
    private const string Contradicting = "its boot time and its power-on event contradict each other";

    private static readonly MachinePlacement Placer = new(
        Rules, FleetPlacement.HostsById([Slow, SlowToo, Fast, Alone]));

    private static VirtualMachineFacts OnSlow => Machine("DB01", Slow) with { HostHz = Slow.Hz };

    [Theory]
    [InlineData("VMware vCenter Server 8.0.3 build-24022515", "its power-on event is no longer kept, or it came from another vCenter")]
    [InlineData("VMware ESXi 8.0.3 build-24022510", "its power-on event is no longer kept")]
    public void Of_another_vCenter_nothing_is_said_where_there_is_none(string fullName, string reason)
    {
        var reading = FleetBuilder.Reading((FleetBuilder.Machine("DB01", FleetBuilder.Slow), []));
        Assert.Equal(reason, FleetBuilder.Place(reading with { VCenter = reading.VCenter with { FullName = fullName } }).VirtualMachines[0].UnknownReason);
    }

    [Fact]
    public void A_host_without_a_TSC_has_none_to_compare()
    {
        var reading = FleetBuilder.Reading((FleetBuilder.Machine("DB01", FleetBuilder.Slow), [])).HostsAs(host => host with { CpuVendor = "arm", Hz = null });
        var placed = FleetBuilder.Place(reading).VirtualMachines[0];
        Assert.Equal((Facts.Placement.Unknown, "its host has ARM processors, which have no TSC to compare"), (placed.Placement, placed.UnknownReason));
    }

    [Fact]
    public void What_is_off_has_no_home_to_judge()
    {
        var off = OnSlow with { Placement = Facts.Placement.Off };
        Assert.Same(off, Placer.With(off, Told(HomeSource.Event, Fast)));
    }

    [Fact]
    public void That_a_cluster_has_one_frequency_is_no_evidence_beside_others()
    {
        var known = Placer.With(OnSlow, Told(HomeSource.Event, Fast));
        Assert.Same(known, Placer.With(known, Told(HomeSource.OnlyClass, Slow)));
        var replaced = Placer.With(Placer.With(OnSlow, Told(HomeSource.OnlyClass, Slow)), Told(HomeSource.Event, Fast));
        Assert.Equal([HomeSource.Event], replaced.HomeEvidence!.Select(item => item.Source));
    }

    [Fact]
    public void Conclusions_that_contradict_each_other_leave_the_home_unknown_and_say_so()
    {
        var machine = Placer.With(
            Placer.With(OnSlow, Told(HomeSource.Statistics, Fast, EvidenceCertainty.Inferred)),
                Told(HomeSource.History, Slow, EvidenceCertainty.Inferred));
        Assert.Equal((Facts.Placement.Unknown, "what is known of where it was powered on contradicts itself"), (machine.Placement, machine.UnknownReason));
        Assert.Equal(2, machine.HomeEvidence!.Count);
    }

    [Theory]
    [InlineData(HomeSource.Guest, 0, true, null)]
    [InlineData(HomeSource.Guest, 1, true, null)]
    [InlineData(HomeSource.Log, 0, false, null)]
    [InlineData(HomeSource.Guest, -1, true, Reset)]
    [InlineData(HomeSource.Log, -1, false, Contradicting)]
    [InlineData(HomeSource.Event, 1, true, Reset)]
    [InlineData(HomeSource.Event, 1, false, Contradicting)]
    public void What_may_have_given_another_frequency_leaves_the_home_open_unless_the_evidence_is_from_after_it(
        HomeSource source, int seconds, bool isReset, string? reason)
    {
        var machine = OnSlow with { Power = new PowerHistory { OtherAt = Boot, IsOtherReset = isReset } };
        var placed = Placer.With(machine, Told(source, Slow) with { At = Boot.AddSeconds(seconds) });
        Assert.Equal((reason is null ? Facts.Placement.Home : Facts.Placement.Unknown, reason), (placed.Placement, placed.UnknownReason));
    }

    [Fact]
    public void What_may_have_given_the_very_frequency_leaves_nothing_open()
    {
        var machine = OnSlow with { Power = new PowerHistory { OtherAt = Boot, IsOtherReset = true, OtherHz = SlowToo.Hz } };
        Assert.Equal(Facts.Placement.Home, Placer.With(machine, Told(HomeSource.Event, Slow)).Placement);
        Assert.Equal(Reset, Placer.With(machine, Told(HomeSource.Event, Fast)).UnknownReason);
    }

    [Fact]
    public void Since_when_there_are_events_is_known_only_where_they_were_read()
    {
        var reading = Reading((Machine("DB01", Slow), [])) with { EventsSince = Boot.AddDays(-1) };
        Assert.Equal(Boot.AddDays(-1), Place(reading).VirtualMachines[0].Power.EventsSince);
        Assert.Null(Place(reading with { EventsMissing = "the account lacks System.View" }).VirtualMachines[0].Power.EventsSince);
    }

    [Fact]
    public void A_home_host_without_a_frequency_is_named_and_one_that_is_gone_is_not()
    {
        var reading = Reading((Machine("DB01", Slow), [Event(0, MachineEventKind.PoweredOn, Fast)]));
        var unread = Place(reading.WithHosts(Slow, Fast with { Hz = null })).VirtualMachines[0];
        Assert.Equal((Facts.Placement.Unknown, null), (unread.Placement, unread.Comparison));
        Assert.Equal(
            (Fast.Name, Boot, "the frequency of the host it was powered on at could not be read"), (unread.HomeHost, unread.HomeSince, unread.UnknownReason));
        var gone = Place(reading.WithHosts(Slow, Alone)).VirtualMachines[0];
        Assert.Equal((null, null, "the host it was powered on at is no longer in the inventory"), (gone.HomeHost, gone.HomeSince, gone.UnknownReason));
    }

    [Fact]
    public void Of_a_secondary_or_beside_a_host_of_unknown_frequency_the_only_frequency_of_a_vCenter_tells_nothing()
    {
        var machine = Machine("DB01", Slow);
        Assert.Equal(
            [(Facts.Placement.Home, HomeCertainty.Inferred), (Facts.Placement.Unknown, null), (Facts.Placement.Unknown, null)],
            [
                Place(Reading((machine, [])).WithHosts(Slow, SlowToo)).VirtualMachines[0] is var alone ? (alone.Placement, alone.HomeCertainty) : default,
                Place(Reading((machine with { FaultTolerance = FaultToleranceRole.Secondary }, [])).WithHosts(Slow, SlowToo)).VirtualMachines[0]
                    is var second ? (second.Placement, second.HomeCertainty) : default,
                Place(Reading((machine, [])).WithHosts(Slow, SlowToo with { Hz = null })).VirtualMachines[0] is var open ? (open.Placement, open.HomeCertainty) : default,
            ]);
    }

    [Fact]
    public void A_move_keeps_who_made_it() =>
        Assert.Equal("DRS", Assert.Single(Placed(Machine("DB01", Fast), Event(0, MachineEventKind.PoweredOn, Slow),
            Event(60, MachineEventKind.Moved, Fast, Slow) with { By = "DRS" }).Moves!).By);

    [Fact]
    public void A_boot_time_that_the_last_power_on_contradicts_is_no_reset()
    {
        Assert.False(Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Slow)).Power.IsOtherReset);
        Assert.True(Placed(Machine("DB01", Slow), Event(0, MachineEventKind.PoweredOn, Slow),
            Event(7_200, MachineEventKind.PoweredOn, Slow)).Power.IsOtherReset);
        var late = Placed(Machine("DB01", Slow) with { BootTime = Boot.AddHours(1) }, Event(0, MachineEventKind.PoweredOn, Slow)).Power;
        Assert.Equal((Boot, false, true), (late.OtherAt, late.IsOtherReset, late.IsBootTimeWrong));
    }

    [Fact]
    public void Moves_before_a_boot_time_that_is_wrong_count()
    {
        var late = Machine("DB01", Fast) with { BootTime = Boot.AddHours(1) };
        var placed = Placed(late, Event(0, MachineEventKind.PoweredOn, Slow), Event(60, MachineEventKind.Moved, Fast, Slow));
        Assert.Equal((true, Boot.AddSeconds(60)), (placed.Power.IsBootTimeWrong, placed.MovedAt));
    }

    [Fact]
    public void An_event_counts_where_all_hosts_have_one_frequency_too()
    {
        var reading = Reading((Machine("DB01", Slow), [Event(0, MachineEventKind.PoweredOn, Slow)])).WithHosts(Slow, SlowToo);
        Assert.Equal(HomeSource.Event, Assert.Single(Place(reading).VirtualMachines[0].HomeEvidence!).Source);
    }

    [Theory]
    [InlineData(120, false)]
    [InlineData(121, true)]
    public void A_boot_time_is_wrong_where_events_reach_beyond_it_and_tell_of_no_power_on(int seconds, bool isWrong) => Assert.Equal(
        isWrong, Place(Reading((Machine("DB01", Slow), [])) with { EventsSince = Boot.AddSeconds(-seconds) })
            .VirtualMachines[0].Power.IsBootTimeWrong);

    [Theory]
    [InlineData(null, 0, false, EvidenceCertainty.Inferred, "the power-on event names the host; since when the host has been running is not reported")]
    [InlineData(121, 0, false, EvidenceCertainty.Inferred, "the power-on event names the host, which was restarted since: a host keeps its frequency over a restart")]
    [InlineData(120, 0, false, EvidenceCertainty.Recorded, "the power-on event names the host, and its frequency was read in the same run of the host")]
    [InlineData(0, 0, true, EvidenceCertainty.Inferred, "a power-on event names the host; whether the machine was off before is not recorded")]
    [InlineData(120, 60, false, EvidenceCertainty.Recorded, "the power-on event names the host, and its frequency was read in the same run of the host")]
    [InlineData(86_400, 1, false, EvidenceCertainty.Recorded, "the power-on event names the host, and an earlier scan read its frequency in the same run of the host")]
    [InlineData(86_400, -1, false, EvidenceCertainty.Inferred, "the power-on event names the host, whose frequency a scan had read before it: a host keeps its frequency over a restart")]
    [InlineData(121, 60, true, EvidenceCertainty.Inferred, "the power-on event names the host, and an earlier scan read its frequency in the same run of the host")]
    public void How_sure_a_power_on_event_is_depends_on_when_its_host_started(
        int? hostStarted, int recordedUntil, bool isUnconfirmed, EvidenceCertainty certainty, string says)
    {
        IReadOnlyList<HostRecord> records = recordedUntil == 0 ? [] : [new(Fast.Hz!.Value, CpuModel: null, Boot.AddDays(-1), Boot.AddSeconds(recordedUntil))];
        var evidence = MachinePlacement.EventEvidence(
            Boot, isUnconfirmed, Slow with { BootTime = hostStarted is { } seconds ? Boot.AddSeconds(seconds) : null }, records)!;
        Assert.Equal((certainty, says), (evidence.Certainty, evidence.Says));
        Assert.Equal((recordedUntil == 0 || hostStarted <= 120 ? Slow : Fast).Hz, evidence.LowHz);
    }

    [Theory]
    [InlineData("-9..-6 -5..5", 20, "-5")]
    [InlineData("-9..-6 -5..5", null, "-5")]
    [InlineData("-5..-4 -5..-1", 20, "-5")]
    [InlineData("2..5", 20, "2")]
    [InlineData("3..5", 20, null)]
    // It lies in the run just read, whatever was seen of the one before.
    [InlineData("-9..-6", -5, null)]
    [InlineData("-9..-6", 2, null)]
    [InlineData("-9..-6", 3, "-9")]
    [InlineData("-5..5", -5, null)]
    public void The_run_of_a_host_that_a_moment_lies_in_is_the_last_that_had_begun(string runs, int? present, string? begun)
    {
        var records = runs.Split(' ').Select(run => run.Split(".."))
            .Select(run => new HostRecord(Slow.Hz!.Value, CpuModel: null, At(run[0])!.Value, At(run[1])!.Value));
        Assert.Equal(At(begun), HostRecord.At(records, Boot, present is { } minute ? Boot.AddMinutes(minute) : null)?.BootTime);
    }

    [Fact]
    public void Of_two_records_of_one_start_of_a_host_the_one_seen_last_counts()
    {
        var early = new HostRecord(Slow.Hz!.Value, CpuModel: null, Boot.AddDays(-9), Boot.AddDays(-2));
        var late = early with { Hz = Fast.Hz!.Value, SeenUntil = Boot.AddDays(-1) };
        Assert.Equal((late, late), (HostRecord.At([early, late], Boot, present: null), HostRecord.At([late, early], Boot, present: null)));
    }

    /// <summary>A host whose frequency is another after each restart, three scans that are saved, and a power-on some time before the last.</summary>
    [Fact]
    public void What_is_certain_of_a_host_that_restarts_between_scans_is_right()
    {
        var (certain, wrong) = (0, 0);
        for (var seed = 0; seed < Cases.Of(18_000); seed++)
        {
            var random = new Random(seed);
            var boots = Enumerable.Range(0, 1 + random.Next(6)).Select(_ => random.NextDouble() * 80 - 20).Append(-20).Order()
                .Select(day => (At: Boot.AddDays(day), Hz: new Frequency(2_400_000_000 + random.Next(2_400_000)))).ToList();
            var records = Enumerable.Range(0, 2).Select(month => month * 28).Select(day => Boot.AddDays(day))
                .Where(scan => random.Next(5) > 0)
                .Select(scan => (Run: RunAt(scan), scan)).GroupBy(seen => seen.Run, seen => seen.scan)
                .Select(run => new HostRecord(run.Key.Hz, CpuModel: null, run.Key.At, run.Max())).ToList();
            var (now, since) = (RunAt(Boot.AddDays(56)), Boot.AddDays(random.NextDouble() * 56));
            var evidence = MachinePlacement.EventEvidence(since, isUnconfirmed: false, Slow with { BootTime = now.At, Hz = now.Hz }, records)!;
            certain += evidence.Certainty == EvidenceCertainty.Recorded ? 1 : 0;
            // A machine that was powered on within the slack of a restart is of either run.
            wrong += evidence.Certainty == EvidenceCertainty.Recorded && evidence.LowHz != RunAt(since).Hz
                && evidence.LowHz != RunAt(since.AddMinutes(2)).Hz ? 1 : 0;

            (DateTimeOffset At, Frequency Hz) RunAt(DateTimeOffset at) => boots.FindLast(boot => boot.At <= at);
        }

        Assert.Equal(0, wrong);
        Assert.InRange(certain, Cases.Of(18_000) / 4, int.MaxValue);
    }

    [Theory]
    [InlineData("-9:1000051", 1_000_051_000L)]
    [InlineData("-9:1000050", null)]
    [InlineData("-9:1100000 -5:1000000", null)]
    [InlineData("-9:1000000 -5:1100000", 1_100_000_000L)]
    [InlineData("-2:1100000", null)]
    [InlineData("-9:1000000", null, 50_000)]
    [InlineData("-9:1000000", 1_000_000_000L, 50_001)]
    public void A_host_had_another_frequency_before_its_last_start_where_the_run_before_differs(string runs, long? earlier, int above = 0)
    {
        var records = runs.Split(' ').Select(run => run.Split(':')).Select(
            run => new HostRecord(
                new Frequency(long.Parse(run[1], CultureInfo.InvariantCulture) * 1_000), CpuModel: null, At(run[0])!.Value,
                    SeenUntil: Boot));
        var host = HostRecord.WithEarlier(Slow with { Hz = new Frequency(1_000_000_000 + above), BootTime = Boot }, records);
        Assert.Equal(earlier, host.EarlierHz?.Hertz);
    }

    private static DateTimeOffset? At(string? minute) => string.IsNullOrEmpty(minute) ? null : Boot.AddMinutes(int.Parse(minute, CultureInfo.InvariantCulture));

    private static HomeEvidence Told(HomeSource source, HostFacts host, EvidenceCertainty certainty = EvidenceCertainty.Recorded) =>
        new(source, host.Hz!.Value, host.Hz.Value, Boot, certainty, "it says so") { Host = host.Name };
}
