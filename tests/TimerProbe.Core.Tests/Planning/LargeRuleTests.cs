namespace TimerProbe.Core.Tests.Planning;

/// <summary>Rules that hold as many machines as a cluster has: what is planned with them takes seconds, not minutes.</summary>
[CollectionDefinition(nameof(LargeRuleTests), DisableParallelization = true)]
[Collection(nameof(LargeRuleTests))]
public sealed class LargeRuleTests
{
    /// <summary>
    /// Of the processor, by the whole process, where nothing else runs meanwhile: twice what it takes or more, and an order of magnitude
    /// below what it took when each member asked for every other.
    /// </summary>
    private static readonly TimeSpan Most = TimeSpan.FromSeconds(20);

    [Theory]
    [Trait("Takes", "seconds")]
    [InlineData(4_000, 1, 0)]
    [InlineData(10_000, 0, 1)]
    [InlineData(2_000, 1, 1)]
    [InlineData(2_000, 500, 0)]
    [InlineData(2_000, 0, 500)]
    public void They_are_planned_with_in_seconds(int machines, int together, int apart)
    {
        var cluster = new GeneratedCluster(1, isCalm: true, mostMachines: machines, hostsPerCluster: 64).Center;
        IReadOnlyList<string> all = [.. cluster.VirtualMachines.Select(machine => machine.Id)];
        var center = cluster with
        {
            Clusters =
            [
                cluster.Clusters[0] with
                {
                    VmRules =
                    [
                        .. Enumerable.Repeat(new VmVmRule("together", VmVmRuleKind.Affinity, all), together),
                        .. Enumerable.Repeat(new VmVmRule("apart", VmVmRuleKind.AntiAffinity, all), apart),
                    ],
                },
            ],
        };
        var start = Environment.CpuUsage.TotalTime;

        var planned = DestinationPlan.Apply(center, new FrequencyRules(FrequencyRules.DefaultTolerance));
        var planner = GeneratedCluster.Planner(planned);
        var plans = new[] { planner.Home(), planner.Evacuate([center.Hosts[0].Name]), planner.Rules() };

        Assert.True(Environment.CpuUsage.TotalTime - start < Most, $"{Environment.CpuUsage.TotalTime - start}");
        Assert.All(plans, plan => Assert.Empty(plan.Moves));
        var slow = planned.VirtualMachines.Where(machine => machine.IsSlowAway && machine.HarmlessHosts.Count > 0).ToList();
        Assert.NotEmpty(slow);
        Assert.All(slow, machine => Assert.Equal(together > 0 ? MoveObstacle.Affinity : MoveObstacle.AntiAffinity, machine.MoveObstacle));
    }

    [Theory]
    [Trait("Takes", "seconds")]
    [InlineData(true)]
    [InlineData(false)]
    public void A_cluster_of_the_most_hosts_is_planned_in_seconds(bool isHome)
    {
        var cluster = new GeneratedCluster(1, isCalm: true, mostMachines: 10_000, hostsPerCluster: 96);
        var planner = GeneratedCluster.Planner(cluster.Center, waveSize: 8);
        var start = Environment.CpuUsage.TotalTime;

        var plan = isHome ? planner.Home() : planner.Evacuate([cluster.Center.Hosts[0].Name]);

        TestContext.Current.SendDiagnosticMessage($"{(isHome ? "home" : "evacuate")}: {plan.Moves.Count} moves in {Environment.CpuUsage.TotalTime - start}");
        Assert.True(Environment.CpuUsage.TotalTime - start < Most, $"{Environment.CpuUsage.TotalTime - start}");
        Assert.NotEmpty(plan.Moves);
        Assert.Equal(plan.Home?.SlowNow, plan.Home?.BroughtHome + plan.Home?.Remaining.Count);
    }
}
