namespace TimerProbe.Fleet.Tests.Changes;

public sealed class FleetChangesTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;
    private static readonly VCenterFacts Fleet = SampleFleet.VCenter(machines: 12);

    private static readonly Func<VirtualMachineFacts, VirtualMachineFacts>[] Edits =
    [
        machine => machine with { PowerState = "poweredOff", Placement = Placement.Off, BootTime = null, HomeHz = null },
        machine => machine with { PowerState = "suspended", Placement = Placement.Off },
        machine => machine with { BootTime = machine.BootTime?.AddHours(3) },
        SampleFleet.Forgotten,
        machine => machine with { Settings = new VirtualMachineSettings { HardwareVersion = "vmx-21", VirtualRdtsc = true } },
        machine => machine with { Guest = new JoinedGuest(
            Guid.Empty, ClockState.Slow, ClockCause.TscTrapped, "uuid") { Source = GuestSource.File } },
        machine => machine with { Name = machine.Name + "-renamed" },
        machine => machine with { Id = machine.Id + "-other" },
    ];

    [Theory]
    [InlineData(2_394_300_000, true)]
    [InlineData(2_410_000_000, false)]
    public void A_range_of_frequencies_is_not_kept_as_a_home(long high, bool isKept)
    {
        var (low, machine) = (new Frequency(2_394_000_000), Fleet.VirtualMachines[0]);
        var found = machine with
        {
            HomeHz = low,
            HomeEvidence = [new HomeEvidence(HomeSource.Statistics, low, new Frequency(high), At, EvidenceCertainty.Inferred, "it ran so")],
        };
        Assert.Equal(isKept ? low : null, SeenMachine.From(found).HomeHz);
    }

    [Fact]
    public void Nothing_changes_between_equal_looks() => Prop.ForAll(
        ArbMap.Default.ArbFor<int>(),
        seed => FleetChanges.Between(Look(Some(new Random(seed))), Look(Some(new Random(seed)), hours: 1)).Count == 0)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void The_first_look_changes_nothing() => Check(random => FleetChanges.Between(earlier: null, Look(Some(random))).Count == 0);

    [Fact]
    public void Nothing_is_gone_after_a_look_that_did_not_see_everything() => Check(random =>
        FleetChanges.Between(Look(Some(random)), Look(Some(random) with { Status = ReadStatus.Partial }, hours: 1)).All(IsNotGone)
        && FleetChanges.Between(Look(Some(random)), Look(Some(random), hours: 1, new ScanScope { Names = ["VM*"] })).All(IsNotGone));

    [Fact]
    public void What_is_gone_beside_a_known_gap_is_told_of_when_the_gap_is_in_the_list_all_the_same()
    {
        var gone = Fleet with { Status = ReadStatus.Partial, VirtualMachines = [.. Fleet.VirtualMachines.Skip(1)] };
        Assert.Contains(FleetChanges.Between(Look(Fleet), Look(Accepted(ProblemCode.ObjectsIncomplete), hours: 1)),
            change => !IsNotGone(change));
        Assert.All(FleetChanges.Between(Look(Fleet), Look(Accepted(ProblemCode.FilterUnmet), hours: 1)),
            change => Assert.True(IsNotGone(change)));

        VCenterFacts Accepted(ProblemCode code) => gone
            .With([Problem.Create(code, "VM01 could not be read in full", new(ProblemSubjectKind.VirtualMachine, "VM01"))])
            .Accepting([new KnownGap("VM01", Code: null, "known", DateOnly.MaxValue)], DateOnly.FromDateTime(At.UtcDateTime));
    }

    [Fact]
    public void Nothing_is_new_unless_everything_was_seen_before() => Check(random =>
        FleetChanges.Between(Look(Some(random) with { Status = ReadStatus.Partial }), Look(Some(random), hours: 1))
            .All(change => change.Kind is not (ChangeKind.MachineAdded or ChangeKind.HostAdded)));

    [Fact]
    public void What_is_told_of_is_there_and_happened_in_between() => Check(random =>
    {
        var (earlier, later) = (Look(Some(random)), Look(Some(random), hours: 1));
        return FleetChanges.Between(earlier, later).All(change => change.At > earlier.At && change.At <= later.At
            && (change.Subject == SubjectKind.Host || earlier.Machines.ContainsKey(change.Id!)
                || later.Machines.ContainsKey(change.Id!)));
    });

    [Fact]
    public void What_is_new_one_way_is_gone_the_other() => Check(random =>
    {
        var (one, other) = (Some(random), Some(random));
        var there = FleetChanges.Between(Look(one), Look(other, hours: 1)).Where(change => change.Kind == ChangeKind.MachineAdded)
            .Select(change => change.Id);
        var back = FleetChanges.Between(Look(other), Look(one, hours: 1)).Where(change => change.Kind == ChangeKind.MachineGone)
            .Select(change => change.Id);
        return there.SequenceEqual(back);
    });

    [Theory]
    [InlineData("poweredOff", "poweredOn", ChangeKind.PoweredOn)]
    [InlineData("poweredOn", "poweredOff", ChangeKind.PoweredOff)]
    [InlineData("poweredOn", "suspended", ChangeKind.Suspended)]
    [InlineData("suspended", "poweredOn", ChangeKind.Resumed)]
    public void A_change_of_power_is_named(string before, string after, ChangeKind kind) =>
        Assert.Equal(kind, Assert.Single(
            Between(machine => machine with { PowerState = before }, machine => machine with { PowerState = after })).Kind);

    [Fact]
    public void A_power_cycle_between_two_looks_shows_by_the_boot_time_and_has_its_time()
    {
        var change = Assert.Single(Between(machine => machine, machine => machine with { BootTime = At.AddMinutes(20) }));

        Assert.Equal((ChangeKind.PowerCycled, At.AddMinutes(20), true), (change.Kind, change.At, change.IsExact));
    }

    [Fact]
    public void Boot_times_a_minute_apart_are_one() =>
        Assert.Empty(Between(machine => machine, machine => machine with { BootTime = machine.BootTime?.AddMinutes(1) }));

    [Fact]
    public void Each_setting_is_a_change_of_its_own()
    {
        var changes = Between(machine => machine,
            machine => machine with { Settings = new VirtualMachineSettings { HardwareVersion = "vmx-21", VirtualRdtsc = false } });

        Assert.Equal([("hardwareVersion", "vmx-19", "vmx-21"), ("virtualRdtsc", null, "false")], changes.Select(change => (change.What, change.Earlier, change.Later)));
    }

    [Fact]
    public void A_host_differs_beyond_what_calibration_does()
    {
        Assert.Empty(OfHost(2_394_000_000 + 2_394));
        Assert.Equal(("2394000000", "2593905000"), (OfHost(2_593_905_000)[0].Earlier, OfHost(2_593_905_000)[0].Later));

        static IReadOnlyList<FleetChange> OfHost(long hz) => FleetChanges.Between(
            Look(Fleet), Look(Fleet with { Hosts = [Fleet.Hosts[0] with { Hz = new Frequency(hz) }, .. Fleet.Hosts.Skip(1)] }, hours: 1));
    }

    [Fact]
    public void A_machine_that_went_away_and_came_back_in_between_is_told_of_where_the_events_tell()
    {
        var (home, other) = (Fleet.Hosts[0], Fleet.Hosts[1]);
        var changes = Between(
            machine => machine with { Host = home.Name, HostId = home.Id },
            machine => machine with
            {
                Host = home.Name,
                HostId = home.Id,
                MovedAt = At.AddMinutes(40),
                Moves = [new(At.AddDays(-2), other.Name, home.Name), new(At.AddMinutes(20), home.Name, other.Name),
                    new(At.AddMinutes(40), other.Name, home.Name)],
            });

        Assert.Equal(
            [(ChangeKind.Moved, At.AddMinutes(20), true, home.Name, other.Name, home.Id, other.Id),
                (ChangeKind.Moved, At.AddMinutes(40), true, other.Name, home.Name, other.Id, home.Id)],
            changes.Select(change =>
                (change.Kind, change.At, change.IsExact, change.Earlier!, change.Later!, change.FromHostId!, change.HostId!)));
    }

    [Fact]
    public void A_move_that_an_earlier_look_saw_already_is_not_told_of_again()
    {
        var (home, other) = (Fleet.Hosts[0], Fleet.Hosts[1]);
        Assert.Empty(Between(
            machine => machine with { Host = home.Name, HostId = home.Id },
            machine => machine with { Host = home.Name, HostId = home.Id, Moves = [new(At.AddMinutes(1), other.Name, home.Name)] }));
    }

    private static IReadOnlyList<FleetChange> Between(
        Func<VirtualMachineFacts, VirtualMachineFacts> before, Func<VirtualMachineFacts, VirtualMachineFacts> after) =>
        FleetChanges.Between(Look(Fleet.With(0, before)), Look(Fleet.With(0, after), hours: 1));

    private static bool IsNotGone(FleetChange change) => change.Kind is not (ChangeKind.MachineGone or ChangeKind.HostGone);

    private static VCenterState Look(VCenterFacts vcenter, int hours = 0, ScanScope? scope = null) =>
        VCenterState.From(vcenter, scope ?? new ScanScope(), At.AddHours(hours));

    private static VCenterFacts Some(Random random)
    {
        var vcenter = Fleet.Moved(
            [.. Enumerable.Range(0, 12).Where(_ => random.Next(3) == 0).Select(machine => (machine, random.Next(Fleet.Hosts.Count)))]);
        return vcenter with
        {
            VirtualMachines = [.. vcenter.VirtualMachines.Where(_ => random.Next(6) > 0)
                .Select(machine => random.Next(3) == 0 ? Edits[random.Next(Edits.Length)](machine) : machine)],
            Hosts = [.. vcenter.Hosts.Where(_ => random.Next(6) > 0)],
        };
    }

    private static void Check(Func<Random, bool> holds) =>
        Prop.ForAll(ArbMap.Default.ArbFor<int>(), seed => holds(new Random(seed))).QuickCheckThrowOnFailure();
}
