namespace TimerProbe.Core.Tests.Planning;

public sealed class PlannerTests
{
    /// <summary>tests/matrix plan sets how many times a share of CI.</summary>
    private static readonly int Times = int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_PLAN") ?? "1", CultureInfo.InvariantCulture);

    [Fact]
    public void No_move_makes_a_clock_slower_breaks_a_rule_or_overfills_a_host()
    {
        var (faults, moves, clusters) = (new List<string>(), 0, Cases.Of(1000) * Times);
        for (var seed = 0; seed < clusters; seed++)
        {
            var cluster = new GeneratedCluster(seed);
            foreach (var plan in new[] { cluster.Planner().Home(), cluster.Planner().Evacuate([cluster.Center.Hosts[0].Name]) })
            {
                var checker = new MoveChecker(cluster);
                checker.Run(plan.Moves, plan.Settings.WaveSize);
                faults.AddRange(checker.Faults.Select(fault => $"seed {seed}, {plan.Kind}: {fault}"));
                faults.AddRange(plan.Moves
                    .Where(move => move.Reason == MoveReason.MakeRoom
                        && !plan.Moves.Any(next => next.Wave > move.Wave && next.ToId == move.FromId))
                    .Select(move => $"seed {seed}: {move.Machine} makes room for nobody"));
                faults.AddRange(plan.Moves.GroupBy(move => move.MachineId).Where(same => same.Count() > 1).Select(same => $"seed {seed}, {plan.Kind}: {same.Key} moves twice"));
                moves += plan.Moves.Count;
            }
        }

        Report($"clusters {clusters}, moves {moves}, faults {faults.Count}");
        Assert.True(moves > clusters / 2, $"{moves}");
        Assert.True(faults.Count == 0, string.Join('\n', faults.Take(20)));
    }

    [Fact]
    public void No_move_crosses_from_one_vendor_to_the_other()
    {
        var moves = 0;
        for (var seed = 0; seed < 100; seed++)
        {
            var center = new GeneratedCluster(seed).Center;
            center = center with { Hosts = [.. center.Hosts.Select((host, index) => host with { CpuVendor = index % 2 == 0 ? "intel" : "amd" })] };
            var vendors = center.Hosts.ToDictionary(host => host.Id, host => host.CpuVendor);
            foreach (var plan in new[] { GeneratedCluster.Planner(center).Home(), GeneratedCluster.Planner(center).Evacuate([center.Hosts[0].Name]) })
            {
                moves += plan.Moves.Count;
                Assert.All(plan.Moves, move => Assert.Equal(vendors[move.FromId], vendors[move.ToId]));
            }
        }

        Assert.InRange(moves, 20, int.MaxValue);
    }

    [Fact]
    public void A_report_and_a_plan_agree_on_who_is_slow_and_who_cannot_move()
    {
        var slow = 0;
        for (var seed = 0; seed < 20 * Times; seed++)
        {
            var center = new GeneratedCluster(seed, mostHosts: 8, mostMachines: 40, clusters: 4).Center;
            var home = GeneratedCluster.Planner(center).Home();
            // One that reads the raw TSC and was measured slow is slow for another reason, which no move ends.
            var affected = center.VirtualMachines.Where(
                machine => machine.Settings.VirtualRdtsc != false && (machine.Guest?.State == ClockState.Slow || machine.IsSlowAway))
                .Where(machine => machine is { IsSecondary: false, IsClusterService: false }
                    && center.Hosts.Any(host => host.Id == machine.HostId && host.IsReachable))
                .ToList();
            slow += affected.Count;
            Assert.True(home.Home!.SlowNow == affected.Count, $"seed {seed}: {home.Home.SlowNow} in the plan, {affected.Count} in the report");
            Assert.True(home.Home.MeasuredSlow == affected.Count(machine => machine.Guest?.State == ClockState.Slow), $"seed {seed}");
            var movable = affected.Where(DestinationPlan.IsToBeMoved).Select(machine => machine.Id).ToHashSet();
            Assert.Empty(home.Home.Remaining.Where(
                item => item.Why is PlanObstacle.NoHost or PlanObstacle.FaultTolerance or PlanObstacle.RawTsc
                    && movable.Contains(item.Machine.Id))
                .Select(item => $"seed {seed}: {item.Machine.Name} cannot move in the plan, {item.Why}, and is to be moved in the report"));
        }

        Assert.True(slow > 200 * Times, $"{slow}");
    }

    [Fact]
    public void Home_is_within_five_per_cent_of_the_optimum()
    {
        var (home, best, moves, fewest, worst, below) = (0, 0, 0, 0, 0, new List<string>());
        for (var seed = 0; seed < 200 * Times; seed++)
        {
            var cluster = new GeneratedCluster(seed, mostHosts: 4, mostMachines: 6, hasAffinity: false);
            var plan = cluster.Planner(waveSize: 1).Home();
            var optimum = BestHome.Of(cluster);
            (home, best) = (home + plan.Home!.BroughtHome, best + optimum.Home);
            (moves, fewest) = plan.Home.BroughtHome == optimum.Home ? (moves + plan.Moves.Count, fewest + optimum.Moves) : (moves, fewest);
            worst = Math.Max(worst, optimum.Home - plan.Home.BroughtHome);
            if (plan.Home.BroughtHome < optimum.Home || plan.Moves.Count > optimum.Moves)
            {
                below.Add($"seed {seed}: home {plan.Home.BroughtHome} of {optimum.Home}, moves {plan.Moves.Count} of {optimum.Moves}");
            }
        }

        Report($"home {home} of {best}, moves {moves} of {fewest}, at worst {worst} fewer home in a cluster; {below.Count} below the optimum{string.Concat(below.Select(line => "\n  " + line))}");
        Assert.True(best > 80 && home >= best * 0.95 && moves <= fewest * 1.05, string.Join('\n', below.Prepend($"home {home} of {best}, moves {moves} of {fewest}")));
    }

    [Fact]
    public void What_a_drs_does_lies_within_the_forecast()
    {
        var (outside, runs, stuck) = (new List<string>(), 0, 0);
        for (var seed = 0; runs < Cases.Of(200) * Times; seed++)
        {
            var cluster = new GeneratedCluster(seed);
            var from = cluster.Center.Hosts[seed % cluster.Center.Hosts.Count];
            if (from.ConnectionState != "connected")
            {
                continue;
            }

            var forecast = cluster.Planner().Evacuate([from.Name]).Evacuation!.FreeDrs;
            if (Drs(cluster, from, new Random(seed)) is not { } slow)
            {
                stuck++;
                continue;
            }

            runs++;
            Assert.True(forecast.Best <= forecast.ExpectedLow + 1e-9 && forecast.ExpectedLow <= forecast.ExpectedHigh + 1e-9
                && forecast.ExpectedHigh <= forecast.Worst + 1e-9, $"{forecast}");
            if (slow < forecast.Best || slow > forecast.Worst)
            {
                outside.Add($"seed {seed}: {slow} slow, {forecast}");
            }
        }

        Report($"evacuations {runs}, outside of the forecast {outside.Count}; {stuck} more that DRS could not finish");
        Assert.True(outside.Count == 0, string.Join('\n', outside));
    }

    [Fact]
    public void Odd_figures_of_hosts_and_machines_end_no_plan()
    {
        JsonNode?[] odd = [null, 0, 1, ExternalNumber.MaxLong];
        string[] members = ["memoryBytes", "memoryUsageBytes", "cpuCapacityHz", "cpuUsageHz"];
        for (var seed = 0; seed < Cases.Of(200) * Times; seed++)
        {
            var random = new Random(seed);
            var scan = JsonNode.Parse(DocumentJson.Write(GeneratedCluster.Scan(new GeneratedCluster(seed).Center)))!;
            foreach (var thing in scan["vcenters"]![0]!["hosts"]!.AsArray().Concat(scan["vcenters"]![0]!["virtualMachines"]!.AsArray()))
            {
                foreach (var member in members.Where(_ => random.Next(2) == 0))
                {
                    thing![member] = odd[random.Next(odd.Length)]?.DeepClone();
                }
            }

            var planner = GeneratedCluster.Planner(DocumentJson.Read<ScanDocument>(scan.ToJsonString()).VCenters[0]);
            foreach (var plan in new[] { planner.Home(), planner.Evacuate(["esx0-00", "esx0-01"]), planner.Rules() })
            {
                var json = DocumentJson.Write(plan);
                Assert.Equal(json, DocumentJson.Write(DocumentJson.Read<PlanDocument>(json)));
            }
        }
    }

    [Fact]
    public void What_hosts_have_together_may_be_more_than_a_number_holds()
    {
        var center = new GeneratedCluster(1, isCalm: true, hostsPerCluster: 1_100, mostMachines: 60).Center;
        var vast = center with
        {
            Hosts = [.. center.Hosts.Select(host => host with { MemoryBytes = ExternalNumber.MaxLong, CpuCapacityHz = new Frequency(ExternalNumber.MaxLong) })]
        };
        Assert.NotEmpty(GeneratedCluster.Planner(vast).Home().Moves);
    }

    [Fact]
    public void A_host_that_is_not_connected_is_in_no_patch_order_and_takes_nobody()
    {
        var cluster = new GeneratedCluster(1, isCalm: true, mostMachines: 40, hostsPerCluster: 6);
        var (first, gone) = (cluster.Center.Hosts[0], cluster.Center.Hosts[1]);
        var center = cluster.Center with
        {
            Hosts = [.. cluster.Center.Hosts.Select(host => host == gone ? host with { ConnectionState = "notResponding" } : host)]
        };
        var plan = GeneratedCluster.Planner(center).Evacuate([first.Name]);
        var round = Assert.Single(plan.Evacuation!.Rounds);
        Assert.Equal(center.Hosts.Where(host => host.Id != gone.Id).Select(host => host.Id)
            .Order(StringComparer.Ordinal), round.Steps.Select(step => step.HostId).Order(StringComparer.Ordinal));
        Assert.DoesNotContain(plan.Moves.Concat(round.Steps.SelectMany(step => step.Out.Concat(step.Back))), move => move.ToId == gone.Id);
    }

    [Fact]
    public void A_patch_round_leaves_no_power_cycle_that_one_move_spares()
    {
        var (left, rounds) = (new List<string>(), 0);
        for (var seed = 0; seed < Cases.Of(500) * Times; seed++)
        {
            var cluster = new GeneratedCluster(seed);
            foreach (var round in cluster.Planner().Evacuate([cluster.Center.Hosts[0].Name]).Evacuation!.Rounds)
            {
                var checker = new MoveChecker(cluster);
                foreach (var step in round.Steps)
                {
                    checker.Run(step.Out, 4, maySlow: true);
                    checker.Run(step.Back, 4, maySlow: true);
                }

                rounds++;
                left.AddRange(checker.Faults.Concat(checker.SparedByAMove()).Select(fault => $"seed {seed}: {fault}"));
            }
        }

        Report($"rounds {rounds}, faults and power cycles that one move spares {left.Count}");
        Assert.True(left.Count == 0, string.Join('\n', left.Take(20)));
    }

    [Fact]
    public void A_patch_round_by_plan_has_at_most_a_third_of_the_slow_hours()
    {
        var (planned, free, faults) = (0, 0, new List<string>());
        for (var seed = 0; seed < 10 * Times; seed++)
        {
            var cluster = new GeneratedCluster(seed, isCalm: true, mostMachines: 120, hostsPerCluster: 9);
            var round = Assert.Single(cluster.Planner(waveSize: 8).Evacuate([cluster.Center.Hosts[0].Name]).Evacuation!.Rounds);
            var checker = new MoveChecker(cluster);
            foreach (var step in round.Steps)
            {
                Assert.Empty(step.Stuck);
                checker.Run(step.Out, 8, maySlow: true);
                Assert.DoesNotContain(step.HostId, checker.At.Values);
                planned += checker.Slow;
                checker.Run(step.Back, 8);
            }

            faults.AddRange(checker.Faults);
            free += SlowOfFreeRound(cluster, new Random(seed));
        }

        Report($"slow machine-hours of a round by plan {planned}, without {free}");
        Assert.True(faults.Count == 0, string.Join('\n', faults));
        Assert.True(planned * 3 <= free, $"{planned} of {free}");
    }

    /// <summary>By tests/matrix plan, of a scan that TIMERPROBE_MATRIX_SCAN names.</summary>
    [Fact]
    [Trait("Run", "matrix")]
    public void A_saved_scan_is_planned()
    {
        var file = Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_SCAN");
        Assert.SkipUnless(file is { Length: > 0 }, "tests/matrix plan TIMES SCAN runs it");
        var scan = DocumentJson.Read<ScanDocument>(File.ReadAllText(file));
        var planner = new Core.Planning.Planner([scan], new PlanSettings(), new ToolInfo("1.0.0"), scan.StartedAt, Guid.Empty);
        var home = planner.Home();
        Report($"{scan.VCenters.Sum(center => center.VirtualMachines.Count)} machines, slow {home.Home!.SlowNow}, unknown {home.Home.UnknownNow}: home {home.Home.BroughtHome} by {home.Moves.Count} moves in {home.Home.Waves} waves; "
            + $"remain {string.Join(", ", home.Home.Remaining.CountBy(item => item.Why).Select(why => $"{why.Key} {why.Value}"))}");
        Assert.All(home.Moves,
            move => Assert.True(move.After == PlannedClock.Fast || move.Before == PlannedClock.Slow || move.After == move.Before, $"{move}"));
        foreach (var center in scan.VCenters)
        {
            foreach (var cluster in center.Hosts.Where(host => host.Cluster is not null).GroupBy(host => host.ClusterId))
            {
                var evacuation = planner.Evacuate([cluster.First().Name]).Evacuation!;
                Report($"  evacuate {cluster.First().Name}: {evacuation.Machines.Count} machines, free DRS {evacuation.FreeDrs}, with moves {evacuation.WithMoves}; round: ever slow "
                    + string.Join(", ", evacuation.Rounds.Select(round => $"{round.EverSlow} of {round.Steps.Sum(step => step.Out.Count)} moves, stuck {round.Steps.Sum(step => step.Stuck.Count)}, cycles {round.PowerCycles}")));
            }
        }

        var rules = planner.Rules().Rules!;
        Report($"  rules {rules.Sum(cluster => cluster.Rules.Count)}, conflicts {rules.Sum(cluster => cluster.Conflicts.Count)}");
        var report = scan.VCenters.SelectMany(center => center.VirtualMachines.Where(machine => machine.Destination is not null)
            .Select(machine => (machine.Id, machine.Destination))).ToList();
        Report($"  as the report has it: {report.Count(item => home.Moves.Any(move => move.MachineId == item.Id && move.To == item.Destination))} of {report.Count} destinations");
    }

    [Fact]
    public void A_plan_is_the_same_each_time_and_survives_json()
    {
        var cluster = new GeneratedCluster(5, isCalm: true, mostMachines: 40, hostsPerCluster: 6);

        var json = DocumentJson.Write(cluster.Planner().Evacuate([cluster.Center.Hosts[0].Name]));

        Assert.Equal(json, DocumentJson.Write(cluster.Planner().Evacuate([cluster.Center.Hosts[0].Name.ToUpperInvariant()])));
        Assert.Contains("\"kind\": \"evacuate\"", json, StringComparison.Ordinal);
        Assert.Contains("\"schema\": \"timerprobe.plan/1\"", json, StringComparison.Ordinal);
    }

    [Fact]
    public void Rules_put_each_machine_with_the_hosts_of_its_home_once()
    {
        var cluster = new GeneratedCluster(7, isCalm: true, mostMachines: 60, hostsPerCluster: 6);

        var rules = Assert.Single(cluster.Planner().Rules().Rules!);

        Assert.Equal(3, rules.Rules.Count);
        Assert.Equal(60, rules.Rules.SelectMany(rule => rule.Machines).Select(machine => machine.Id).Distinct().Count());
        Assert.All(rules.Rules, rule => Assert.All(rule.Machines, machine =>
            Assert.False(cluster.IsSlow(machine.Id, cluster.Center.Hosts.First(host => host.Name == rule.Class.Hosts[0]).Id))));
        Assert.Equal(rules.Rules.Count, rules.Rules.Select(rule => rule.Name).Distinct().Count());
    }

    /// <summary>
    /// How many of a host's machines are slow after a DRS that chooses at random emptied it; null where one found no host.
    /// </summary>
    private static int? Drs(GeneratedCluster cluster, HostFacts from, Random random)
    {
        var at = cluster.Center.VirtualMachines.ToDictionary(machine => machine.Id, machine => machine.HostId!);
        var used = cluster.Center.Hosts.ToDictionary(host => host.Id, host => (double)host.MemoryUsageBytes!.Value);
        var checker = new MoveChecker(cluster);
        var machines = cluster.Center.VirtualMachines.Where(machine => machine.HostId == from.Id).OrderBy(_ => random.Next()).ToList();
        foreach (var machine in machines)
        {
            var memory = checker.Demand(machine).Memory;
            var hosts = cluster.Center.Hosts.Where(host => host.Id != from.Id && host.TakesMachines
                && machine.MustRunOn?.Contains(host.Name) != false && used[host.Id] + memory <= host.MemoryBytes
                && !cluster.Center.Clusters[0].VmRules!.Any(rule => rule.Kind == VmVmRuleKind.AntiAffinity && rule.VirtualMachines.Contains(machine.Id) && rule.VirtualMachines.Any(other => other != machine.Id && at[other] == host.Id))).ToList();
            if (hosts.Count == 0)
            {
                return null;
            }

            at[machine.Id] = hosts[random.Next(hosts.Count)].Id;
            used[at[machine.Id]] += memory;
        }

        return machines.Count(machine => machine.Settings.VirtualRdtsc != false && cluster.IsSlow(machine.Id, at[machine.Id]));
    }

    /// <summary>A round in the order of names, machines put where the most memory is free and left there.</summary>
    private static int SlowOfFreeRound(GeneratedCluster cluster, Random random)
    {
        var at = cluster.Center.VirtualMachines.OrderBy(_ => random.Next()).ToDictionary(machine => machine.Id, machine => machine.HostId!);
        var memory = cluster.Center.VirtualMachines.ToDictionary(machine => machine.Id, machine => (double)machine.MemoryBytes!.Value);
        var slow = 0;
        foreach (var host in cluster.Center.Hosts.OrderBy(host => host.Name, StringComparer.Ordinal))
        {
            foreach (var machine in at.Where(item => item.Value == host.Id).Select(item => item.Key).ToList())
            {
                at[machine] = cluster.Center.Hosts.Where(other => other.Id != host.Id)
                    .MinBy(other => at.Where(item => item.Value == other.Id).Sum(item => memory[item.Key]))!.Id;
            }

            slow += at.Count(item => cluster.IsSlow(item.Key, item.Value));
        }

        return slow;
    }

    private static void Report(string line)
    {
        TestContext.Current.TestOutputHelper?.WriteLine(line);
        if (Times > 1)
        {
            File.AppendAllText(Repository.Path("artifacts", "matrix-plan.txt"), line + '\n', Encoding.UTF8);
        }
    }
}
