namespace TimerProbe.Core.Tests.Placement;

public sealed class DestinationPlanTests
{
    private const long Gib = 1L << 30;

    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    private static readonly HostFacts Present = Host("present", 2_593_905_000, freeMhz: 90_000);

    [Fact]
    public void A_machine_whose_host_is_not_reached_is_not_moved()
    {
        var lost = Host("lost") with { ConnectionState = "notResponding" };
        var planned = PlanOne([lost, Host("a")], Slow("a", "a") with { HostId = lost.Id });
        Assert.Equal((null, MoveObstacle.HostUnreachable, false),
            (planned.Destination, planned.MoveObstacle, DestinationPlan.IsToBeMoved(planned)));
    }

    [Fact]
    public void Machines_go_where_memory_is_free_too()
    {
        HostFacts[] hosts =
        [
            Host("a", freeMhz: 90_000) with { MemoryBytes = 512 * Gib, MemoryUsageBytes = 500 * Gib },
            Host("b", freeMhz: 60_000) with { MemoryBytes = 512 * Gib, MemoryUsageBytes = 200 * Gib },
        ];
        VirtualMachineFacts[] machines =
        [
            Away("1", home: "a", "a", "b") with { MemoryBytes = 8 * Gib },
            Away("2", home: "a", "a", "b") with { MemoryBytes = 8 * Gib }, // the first took the room of its home
            Away("3", home: "gone", "a", "b") with { MemoryBytes = 64 * Gib },
        ];
        Assert.Equal(["a", "b", "b"], Plan(hosts, machines).Select(machine => machine.Destination));
        Assert.Equal([("a", 1), ("b", 3)], Totals(Plan(
            [Host("a") with { MemoryBytes = 100 * Gib, MemoryUsageBytes = 95 * Gib },
                Host("b") with { MemoryBytes = 100 * Gib, MemoryUsageBytes = 5 * Gib }],
            [.. Enumerable.Range(0, 4).Select(number => Away($"{number}", "gone", "a", "b"))])).OrderBy(item => item.Host, StringComparer.Ordinal));
    }

    [Fact]
    public void Memory_and_CPU_count_alike_whatever_they_are_measured_in()
    {
        HostFacts[] hosts =
        [
            Host("a", freeMhz: 100_000) with { MemoryBytes = 512 * Gib, MemoryUsageBytes = 412 * Gib },
            Host("b", freeMhz: 60_000) with { MemoryBytes = 512 * Gib, MemoryUsageBytes = 212 * Gib },
        ];
        Assert.Equal(["a", "b", "b"], Plan(hosts, [.. Enumerable.Range(0, 3).Select(number => Away($"{number}", "gone", "a", "b"))])
            .Select(machine => machine.Destination));
    }

    [Fact]
    public void One_is_to_be_moved_that_is_slow_has_where_to_go_and_nothing_in_its_way()
    {
        var machine = Slow("a", "a");
        Assert.True(DestinationPlan.IsToBeMoved(machine));
        Assert.False(DestinationPlan.IsToBeMoved(machine with { MoveObstacle = MoveObstacle.Affinity }));
        Assert.False(DestinationPlan.IsToBeMoved(machine with { HarmlessHosts = [] }));
        Assert.False(DestinationPlan.IsToBeMoved(machine with { Placement = Facts.Placement.Home }));
        Assert.False(DestinationPlan.IsToBeMoved(machine with { ClockExpectation = ClockExpectation.Open }));
    }

    [Theory]
    [InlineData("a", 16, "a")]
    [InlineData("a", 15, "b")]
    // Of hosts with free CPU one without the memory comes last.
    [InlineData("gone", 10, "b")]
    public void A_machine_may_take_the_last_of_the_memory_and_no_more(string home, int freeGib, string destination) => Assert.Equal(
        destination,
        Plan(
            [Host("a", freeMhz: 90_000) with { MemoryBytes = 100 * Gib, MemoryUsageBytes = (100 - freeGib) * Gib },
                Host("b", freeMhz: 100) with { MemoryBytes = 30 * Gib, MemoryUsageBytes = 10 * Gib }],
            Away("1", home, "a", "b") with { MemoryBytes = 16 * Gib })[0].Destination);

    [Fact]
    public void What_is_to_be_together_takes_the_memory_of_all_of_it()
    {
        HostFacts[] hosts = [Host("a", freeMhz: 90_000) with { MemoryBytes = 20 * Gib, MemoryUsageBytes = 0 },
            Host("b", freeMhz: 100) with { MemoryBytes = 32 * Gib, MemoryUsageBytes = 0 }];
        Assert.Equal(
            ["b", "b"],
            Plan([Together], hosts, Away("1", "a", "a", "b") with { MemoryBytes = 16 * Gib },
                Away("2", "a", "a", "b") with { MemoryBytes = 16 * Gib }).Select(machine => machine.Destination));
    }

    [Fact]
    public void What_went_together_leaves_the_next_machine_the_rest_of_the_memory()
    {
        HostFacts[] hosts = [Host("a", freeMhz: 90_000) with { MemoryBytes = 40 * Gib, MemoryUsageBytes = 0 },
            Host("b", freeMhz: 100) with { MemoryBytes = 16 * Gib, MemoryUsageBytes = 0 }];
        var planned = Plan([Together], hosts, [.. Enumerable.Range(1, 3).Select(number => Away($"{number}", "a", "a", "b") with { MemoryBytes = 16 * Gib })]);
        Assert.Equal(["a", "a", "b"], planned.Select(machine => machine.Destination));
    }

    /// <summary>The free CPU of three hosts, of which the last may tell half of it: that counts as the average one.</summary>
    [Theory]
    [InlineData(10_000, 50_000, 1_000, 1, 3, 2)]
    [InlineData(10_000, 50_000, null, 1, 3, 2)]
    [InlineData(null, null, null, 2, 2, 2)]
    public void Machines_are_spread_by_what_is_told_of_free_CPU(int? a, int? b, int? c, params int[] totals) => Assert.Equal(
        totals,
        Totals(Plan(
            [Host("a", freeMhz: a), Host("b", freeMhz: b), Host("c", freeMhz: c) with { CpuCapacityHz = null }],
            [.. Enumerable.Range(0, 6).Select(number => Away($"{number}", "gone", "a", "b", "c"))])).OrderBy(item => item.Host, StringComparer.Ordinal).Select(item => item.Count));

    [Fact]
    public void The_first_machine_goes_to_the_first_host()
    {
        var planned = Plan([Host("a"), Host("b")], Away("2", "gone", "b", "a"), Away("1", "gone", "b", "a"));
        Assert.Equal(["b", "a"], planned.Select(machine => machine.Destination));
    }

    [Fact]
    public void What_is_set_to_its_default_moves_as_others_do() => Assert.Equal("a", Plan([Host("a")], Away("1", "a", "a").RawTsc(true))[0].Destination);

    [Fact]
    public void What_gains_nothing_by_a_move_or_may_not_be_moved_stays()
    {
        VirtualMachineFacts[] still =
        [
            Away("raw", "a", "a").RawTsc(), Away("fast", "a", "a").Says(ClockState.Healthy), Away("as fast", "a", "a"), Away("nowhere", "a"),
            Away("home", "a", "a") with { Placement = Facts.Placement.Home }, Away("off", "a", "a") with { Placement = Facts.Placement.Off },
        ];
        Assert.All(Plan([Host("a")], still), machine => Assert.Null(machine.Destination));
    }

    [Fact]
    public void Its_own_home_comes_first_and_no_host_is_chosen_above_its_share() => Prop.ForAll(Fleets, fleet =>
    {
        var hosts = fleet.FreeMhz.Select((free, index) => Host($"h{index:D2}", freeMhz: free)).ToArray();
        string[] names = [.. hosts.Select(host => host.Name)];
        var planned = Plan(hosts, [.. fleet.Homes.Select((home, index) => Away($"{index}", home < names.Length ? names[home] : "gone", names))]);
        var totals = Totals(planned).ToDictionary(item => item.Host, item => item.Count);
        double free = fleet.FreeMhz.Sum();
        return planned.All(machine => names.Contains(machine.HomeHost)
            ? machine.Destination == machine.HomeHost
            : totals[machine.Destination!] <= Math.Ceiling(
                planned.Count * (free > 0 ? fleet.FreeMhz[Array.IndexOf(names, machine.Destination)] / free : 1.0 / names.Length) - 1e-9));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void The_same_fleet_has_the_same_plan_in_whatever_order_it_is_told() => Prop.ForAll(Fleets, fleet =>
    {
        var hosts = fleet.FreeMhz.Select((free, index) => Host($"h{index:D2}", freeMhz: free)).ToArray();
        string[] names = [.. hosts.Select(host => host.Name)];
        VirtualMachineFacts[] machines = [.. fleet.Homes.Select((home, index) => Away($"{index}", home < names.Length ? names[home] : "gone", names))];
        var forward = Plan(hosts, machines).ToDictionary(machine => machine.Id, machine => machine.Destination);
        return Plan([.. hosts.Reverse()], [.. machines.Reverse()]).All(machine => forward[machine.Id] == machine.Destination);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void In_a_cluster_that_was_not_read_it_is_moved_by_no_rule() => Assert.Equal("a", PlanOne([Host("a")], Slow("gone", "a"), clusters: []).Destination);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void One_of_the_homes_frequency_comes_before_one_that_scales_though_another_of_its_name_has_another(bool isNamedTwice)
    {
        HostFacts[] hosts = [Host("b", 2_593_905_000), Host("z"), .. isNamedTwice ? (HostFacts[])[Host("z", 2_593_905_000)] : []];
        Assert.Equal("z", PlanOne(hosts, Slow("gone", "b", "z")).Destination);
    }

    [Theory]
    // Its home, of its frequency, has no memory for it: one that scales has, or none.
    [InlineData("a", 90, "b")]
    [InlineData("gone", 90, "b")]
    [InlineData("b", 10, "b")]
    [InlineData("gone", 10, "a")]
    public void A_home_without_room_takes_a_machine_only_where_no_other_has_room(string home, long freeGib, string destination)
    {
        HostFacts[] hosts = [WithMemory(Host("a"), 10), WithMemory(Host("b", 2_593_905_000), freeGib)];
        Assert.Equal(destination, PlanOne(hosts, Slow(home, "a", "b") with { MemoryBytes = 16 * Gib }).Destination);

        static HostFacts WithMemory(HostFacts host, long gib) => host with { MemoryBytes = 100 * Gib, MemoryUsageBytes = (100 - gib) * Gib };
    }

    [Fact]
    public void Planned_again_a_machine_stays_the_very_one()
    {
        var planned = PlanOne([Host("a")], Slow("a", "a"));
        Assert.Equal("a", planned.Destination);
        Assert.Same(planned, PlanOne([Host("a")], planned));
    }

    [Theory]
    [InlineData("2", "a", null)]
    [InlineData("unread", null, MoveObstacle.Affinity)]
    public void One_that_is_off_holds_nobody_that_belongs_to_it_and_one_that_was_not_read_does(string other, string? destination, MoveObstacle? obstacle)
    {
        var off = Away("2", "a", "a") with { Placement = Facts.Placement.Off };
        var planned = Plan([new VmVmRule("pair", VmVmRuleKind.Affinity, ["1", other])], [Host("a")], Away("1", "a", "a"), off)[0];
        Assert.Equal((destination, obstacle), (planned.Destination, planned.MoveObstacle));
    }

    [Fact]
    public void Replicas_that_are_to_be_apart_go_to_different_hosts()
    {
        var planned = Plan([Apart("1", "2", "3")], [Host("a"), Host("b")], Away("1", "a", "a", "b"), Away("2", "a", "a", "b"), Away("3", "gone", "a", "b"));
        Assert.Equal([("a", null), ("b", null), (null, MoveObstacle.AntiAffinity)],
            planned.Select(machine => (machine.Destination, machine.MoveObstacle)));
    }

    [Fact]
    public void A_host_where_a_replica_is_now_is_left_to_it()
    {
        var stays = FleetFactsBuilder.At(Host("a"), "stays") with { Id = "2", Placement = Facts.Placement.Home };
        Assert.Equal(MoveObstacle.AntiAffinity, Plan([Apart("1", "2")], [Host("a")], Away("1", "a", "a"), stays)[0].MoveObstacle);
        Assert.Equal("a", Plan([Apart("1", "2")], [Host("a")], Away("1", "a", "a"), stays with { Placement = Facts.Placement.Off })[0].Destination);
    }

    [Fact]
    public void What_is_to_be_apart_from_one_that_was_not_read_stays() =>
        Assert.Equal((null, MoveObstacle.AntiAffinity), Plan([Apart("1", "unread")], [Host("a")], Away("1", "a", "a")) is [var only]
            ? (only.Destination, only.MoveObstacle) : default);

    [Fact]
    public void What_is_to_be_together_moves_together_or_not_at_all()
    {
        Assert.Equal(["b", "b"], Plan([Together], [Host("a"), Host("b")], Away("1", "a", "a", "b"), Away("2", "b", "b")).Select(machine => machine.Destination));
        Assert.All(
            Plan([Together], [Host("a"), Host("b")], Away("1", "a", "a"), Away("2", "b", "b")),
            machine => Assert.Equal((null, MoveObstacle.Affinity), (machine.Destination, machine.MoveObstacle)));
        Assert.Equal(MoveObstacle.Affinity,
            Plan([Together], [Host("a")], Away("1", "a", "a"), Away("2", "a") with { Placement = Facts.Placement.Home })[0].MoveObstacle);
    }

    [Fact]
    public void Of_ten_thousand_clusters_no_proposed_move_breaks_a_rule()
    {
        var (moved, held) = (0, 0);
        for (var seed = 0; seed < Cases.Of(10_000); seed++)
        {
            var random = new Random(seed);
            string[] names = [.. Enumerable.Range(0, random.Next(1, 7)).Select(number => $"h{number}")];
            var hosts = names.Select(name => Host(name, freeMhz: random.Next(100_000))).ToArray();
            var machines = Enumerable.Range(0, random.Next(1, 16)).Select(number => random.Next(4) switch
            {
                0 => FleetFactsBuilder.At(hosts[random.Next(hosts.Length)], $"{number:D2}") with { Id = $"{number:D2}", Placement = Facts.Placement.Home },
                1 => FleetFactsBuilder.At(hosts[random.Next(hosts.Length)], $"{number:D2}") with { Id = $"{number:D2}", Placement = Facts.Placement.Off },
                _ => Away($"{number:D2}", random.Next(2) == 0 ? names[random.Next(names.Length)] : "gone", [.. names.Where(_ => random.Next(4) > 0)]),
            }).ToArray();
            var rules = Enumerable.Range(0, random.Next(1, 5)).Select(number => new VmVmRule(
                $"rule {number}",
                random.Next(3) == 0 ? VmVmRuleKind.Affinity : VmVmRuleKind.AntiAffinity,
                [.. Enumerable.Range(0, random.Next(2, 5))
                    .Select(_ => random.Next(40) == 0 ? "unread" : machines[random.Next(machines.Length)].Id).Distinct()])).ToArray();
            var planned = Plan(rules, hosts, machines);
            moved += planned.Count(machine => machine.Destination is not null);
            held += planned.Count(machine => machine.MoveObstacle is not null);
            Assert.True(Broken(rules, planned) is not { } broken, $"seed {seed}: {Broken(rules, planned)}");
        }

        Assert.InRange(moved, Cases.Of(20_000), int.MaxValue);
        Assert.InRange(held, Cases.Of(2_000), int.MaxValue);
    }

    /// <summary>A rule that a move breaks: machines to be apart whichever of the moves are made, those to be together once all are.</summary>
    private static string? Broken(IEnumerable<VmVmRule> rules, IReadOnlyList<VirtualMachineFacts> planned)
    {
        var running = planned.Where(machine => machine.Placement != Facts.Placement.Off).ToDictionary(machine => machine.Id);
        var read = planned.Select(machine => machine.Id).ToHashSet();
        foreach (var rule in rules)
        {
            VirtualMachineFacts[] members = [.. rule.VirtualMachines.Where(running.ContainsKey).Select(id => running[id])];
            foreach (var mover in members.Where(machine => machine.Destination is not null))
            {
                var others = members.Where(machine => machine != mover);
                var isBroken = (rule.VirtualMachines.Count > 1 && !rule.VirtualMachines.All(read.Contains))
                    || (rule.Kind == VmVmRuleKind.AntiAffinity
                    ? others.Any(other => other.Host == mover.Destination || other.Destination == mover.Destination)
                    : others.Any(other => (other.Destination ?? other.Host) != mover.Destination));
                if (isBroken)
                {
                    return $"{rule.Kind} of {string.Join(' ', rule.VirtualMachines)} by {mover.Id} to {mover.Destination}";
                }
            }
        }

        return null;
    }

    private static VmVmRule Together => new("app with sql", VmVmRuleKind.Affinity, ["1", "2"]);

    private static VmVmRule Apart(params string[] machines) => new("replicas", VmVmRuleKind.AntiAffinity, machines);

    /// <summary>Free MHz of up to eight hosts; for each machine the number of the host it was powered on at, too high for one that is gone.</summary>
    private static Arbitrary<(int[] FreeMhz, int[] Homes)> Fleets => (
        from free in Gen.OneOf(Gen.Constant(0), Gen.Choose(1, 100_000)).NonEmptyListOf()
        from homes in Gen.Choose(0, 20).ListOf()
        select (free.Take(8).ToArray(), homes.ToArray())).ToArbitrary();

    private static IReadOnlyList<VirtualMachineFacts> Plan(HostFacts[] hosts, params VirtualMachineFacts[] machines) => Plan([], hosts, machines);

    private static IReadOnlyList<VirtualMachineFacts> Plan(
        VmVmRule[] rules, HostFacts[] hosts, params VirtualMachineFacts[] machines) => DestinationPlan.Apply(ScalingJudge.Apply(
        new VCenterFacts
        {
            Server = "vc1.example.org",
            Status = ReadStatus.Complete,
            Hosts = [.. hosts, Present],
            Clusters = [new ClusterFacts { Name = "prod", Id = "domain-prod", VmRules = rules }],
            VirtualMachines = machines,
        }, Rules, 2), Rules).VirtualMachines;

    private static VirtualMachineFacts PlanOne(HostFacts[] hosts, VirtualMachineFacts machine, ClusterFacts[]? clusters = null) =>
        DestinationPlan.Apply(new VCenterFacts
        {
            Server = "vc1.example.org",
            Status = ReadStatus.Complete,
            Hosts = [.. hosts, Present],
            Clusters = clusters ?? [new ClusterFacts { Name = "prod", Id = "domain-prod" }],
            VirtualMachines = [machine],
        }, Rules).VirtualMachines[0];

    private static VirtualMachineFacts Slow(string home, params string[] harmless) =>
        Away("1", home, harmless) with { ClockExpectation = ClockExpectation.ExpectedSlow };

    private static IEnumerable<(string Host, int Count)> Totals(IReadOnlyList<VirtualMachineFacts> machines) =>
        machines.Where(machine => machine.Destination is not null).CountBy(machine => machine.Destination!).Select(item => (item.Key, item.Value));

    private static VirtualMachineFacts Away(string id, string home, params string[] harmless) => FleetFactsBuilder.At(Present, id) with
    {
        Id = id,
        HomeHost = home,
        HomeHz = new Frequency(2_394_000_000),
        DifferencePpm = Present.Hz!.Value.DifferenceFrom(new Frequency(2_394_000_000)),
        Placement = Facts.Placement.Away,
        HarmlessHosts = harmless,
    };

    private static HostFacts Host(string name, long hertz = 2_394_000_000, int? freeMhz = null) => new()
    {
        Name = name,
        Id = "host-" + name,
        Cluster = "prod",
        ClusterId = "domain-prod",
        Hz = new Frequency(hertz),
        CpuVendor = "intel",
        CpuFamily = 6,
        CpuModelNumber = 0x3F,
        CpuCapacityHz = freeMhz is null ? null : new Frequency(200_000_000_000),
        CpuUsageHz = freeMhz is { } free ? new Frequency(200_000_000_000 - (free * 1_000_000L)) : null,
    };
}
