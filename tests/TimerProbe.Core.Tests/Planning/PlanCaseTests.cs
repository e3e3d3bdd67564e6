namespace TimerProbe.Core.Tests.Planning;

/// <summary>Small scans for which a plan was wrong once.</summary>
public sealed class PlanCaseTests
{
    [Fact]
    public void Nothing_moves_onto_a_host_on_which_machines_at_home_were_measured_slow()
    {
        var scan = Scan("a1-plan-moves-onto-host-that-distrusts-its-tsc");
        var home = Plan(scan).Home();
        Assert.Equal(4, home.Home!.SlowNow);
        Assert.DoesNotContain(home.Moves.Concat(Plan(scan).Evacuate(["esx02"]).Moves), move => move.To == "esx01");
    }

    [Fact]
    public void The_clock_of_an_unknown_home_does_not_stay_as_it_is_240_ppm_away() =>
        Assert.Empty(Plan(Scan("a10-unknown-home-moved-240ppm-within-class")).Evacuate(["a1"]).Moves);

    [Fact]
    public void A_host_of_two_vCenters_is_named_after_its_own()
    {
        var plan = Plan(Scan("a10b-same-host-name-in-two-vcenters")).Evacuate(["vcB.test/c0-h00.lab"]);
        Assert.All(plan.Evacuation!.Machines, machine => Assert.Equal("vcB.test", machine.Machine.Server));
        Assert.Empty(plan.Evacuation.NotFound);
    }

    [Fact]
    public void A_patch_round_tells_who_is_slow_before_it_and_who_is_at_some_time()
    {
        var round = Assert.Single(Plan(Scan("a12-power-cycle-claimed-one-move-would-do")).Evacuate(["c2-h00.lab"]).Evacuation!.Rounds);
        Assert.Equal((16, 17, 10), (round.SlowBefore, round.EverSlow, round.PowerCycles));
    }

    [Fact]
    public void Suspended_machines_of_another_vCenter_are_not_counted()
    {
        var evacuation = Plan(Scan("a2-suspended-of-another-vcenter-counted")).Evacuate(["a1"]).Evacuation!;
        Assert.Equal((0, 0), (evacuation.Suspended, evacuation.PoweredOff));
    }

    [Fact]
    public void Nobody_makes_room_for_nobody() => Assert.Empty(Plan(Scan("a3-needless-move-to-make-room")).Home().Moves);

    [Theory]
    [InlineData("a4-rule-contradicts-affinity-untold", RuleConflictKind.Together, "keep app with db", "app db")]
    [InlineData("a5-rule-contradicts-anti-affinity-untold", RuleConflictKind.Apart, "nodes apart", "n1 n2")]
    public void A_present_rule_that_new_ones_contradict_is_told(string name, RuleConflictKind kind, string rule, string machines)
    {
        var conflict = Assert.Single(Plan(Scan(name)).Rules().Rules![0].Conflicts, conflict => conflict.Kind == kind);
        Assert.Equal((rule, machines), (conflict.Rule, string.Join(' ', conflict.Machines.Select(machine => machine.Name))));
    }

    [Fact]
    public void A_machine_that_rules_leave_no_host_is_not_kept_but_told()
    {
        var rules = Plan(Scan("a6-bound-to-no-host-counts-as-kept")).Rules().Rules![0];
        Assert.Equal(0, rules.AlreadyKept);
        Assert.Equal("n1", Assert.Single(Assert.Single(rules.Conflicts, conflict => conflict.Kind == RuleConflictKind.BoundElsewhere).Machines).Name);
    }

    [Fact]
    public void Rules_keep_a_machine_where_the_plan_brings_it()
    {
        var planner = Plan(Scan("a7-rule-binds-machine-to-class-where-it-is-slow"));
        var to = Assert.Single(planner.Home().Moves, move => move.Machine == "n1").To;
        Assert.Contains(to, Assert.Single(planner.Rules().Rules![0].Rules, rule => rule.Machines.Any(machine => machine.Name == "n1")).Class.Hosts);
    }

    [Fact]
    public void Nothing_moves_off_a_host_that_does_not_respond()
    {
        var planner = Plan(Scan("a8-moves-off-a-host-that-does-not-respond"));
        var evacuation = planner.Evacuate(["a1"]);
        Assert.Empty(planner.Home().Moves.Concat(evacuation.Moves));
        Assert.All(evacuation.Evacuation!.Machines, machine => Assert.Equal(PlanObstacle.HostNotResponding, machine.Obstacle));
    }

    [Fact]
    public void A_group_larger_than_a_wave_does_not_move_and_the_reason_is_told()
    {
        var scan = Scan("a9-wave-of-20-with-bound-8");
        var home = Plan(scan).Home();
        Assert.Empty(home.Moves);
        Assert.All(home.Home!.Remaining, machine => Assert.Equal(PlanObstacle.WaveTooSmall, machine.Why));
        Assert.Equal(20, Plan(scan, waveSize: 20).Home().Moves.Count);
    }

    [Fact]
    public void The_first_move_of_a_wave_is_the_one_to_try_it_on()
    {
        var scan = Scan("a9-wave-of-20-with-bound-8");
        var names = Plan(scan, waveSize: 20).Home().Moves.Select(move => move.Machine).ToList();
        var (longest, other) = (names[^1], names[0]);
        var changed = scan with
        {
            VCenters =
            [
                .. scan.VCenters.Select(center => center with
                {
                    VirtualMachines =
                    [
                        .. center.VirtualMachines.Select(machine => machine.Name == longest
                            ? machine with { Stretches = null, ResumedAt = null, MovedAt = DateTimeOffset.UnixEpoch }
                            : machine.Name == other ? machine with { SqlServerExpected = false } : machine),
                    ],
                }),
            ],
        };
        var moves = Plan(changed, waveSize: 20).Home().Moves;
        Assert.Equal((longest, other), (moves[0].Machine, moves[^1].Machine));
    }

    [Theory]
    [InlineData("d2-like-host-move")]
    [InlineData("d2-moves-between-like-hosts")]
    public void Nothing_moves_between_hosts_that_are_alike(string name)
    {
        var scan = Scan(name);
        var hz = scan.VCenters[0].Hosts.ToDictionary(host => host.Id, host => host.Hz);
        Assert.DoesNotContain(Plan(scan).Home().Moves, move => hz[move.FromId] == hz[move.ToId]);
    }

    private static Planner Plan(ScanDocument scan, int waveSize = 8) =>
        new([scan], new PlanSettings(90, waveSize), new ToolInfo("1.0.0"), scan.StartedAt, Guid.Empty);

    /// <summary>A scan whose hosts are Haswell's, of which it is known that they do not scale the TSC.</summary>
    private static ScanDocument Scan(string name)
    {
        var scan = DocumentJson.Read<ScanDocument>(
            File.ReadAllText(Repository.Path("tests", "TimerProbe.Core.Tests", "Planning", "Cases", name + ".json")));
        return scan with
        {
            VCenters =
            [
                .. scan.VCenters.Select(center => center with
                {
                    Hosts = [.. center.Hosts.Select(host => host with { CpuVendor = "intel", CpuFamily = 6, CpuModelNumber = 0x3F })],
                }),
            ],
        };
    }
}
