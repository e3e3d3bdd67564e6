using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class OtherClustersTests
{
    [Theory]
    [InlineData("ds-1 net-1", "ds-1 net-1 net-2", "ds-1", "esx04")]
    [InlineData("ds-1 net-1", "net-1 ds-1", "ds-2 ds-1 net-1", "esx04 esx05")]
    [InlineData("", "", "", "esx04 esx05")]
    [InlineData("ds-1 ds-9", "ds-1", "ds-9", "")]
    [InlineData("ds-1", null, "ds-1", "esx05")]
    [InlineData("ds-1", null, null, "")]
    [InlineData(null, "ds-1", "ds-1", null)]
    public void Hosts_of_another_cluster_are_those_with_all_of_its_datastores_and_networks(string? machine, string? esx04, string? esx05, string? expected)
    {
        var center = Of(Center("vc1.example.org", Hosts,
            [Away(Esx04, Esx11) with { Datacenter = Esx04.Datacenter }, Away(Esx04, Esx01, "moves"), At(Esx11, "home")])).VCenters[0];
        var attached = new[] { ("vm-DB01", machine), (Esx04.Id, esx04), (Esx05.Id, esx05) }.Where(item => item.Item2 is not null)
            .ToDictionary(item => item.Item1,
                item => (IReadOnlySet<string>)item.Item2!.Split(' ', StringSplitOptions.RemoveEmptyEntries).ToHashSet());

        var filled = OtherClusters.Fill(center, Rules, attached);

        Assert.Equal(expected, filled.VirtualMachines[0].HostsElsewhere is { } hosts ? string.Join(' ', hosts) : null);
        Assert.All(filled.VirtualMachines.Skip(1), other => Assert.Null(other.HostsElsewhere));
    }

    [Theory]
    [InlineData("connected", TscScaling.Yes, "esx01 esx04 esx05")]
    [InlineData("connected", TscScaling.No, "esx04 esx05")]
    [InlineData("notResponding", TscScaling.Yes, "")]
    public void A_host_elsewhere_that_scales_is_as_good_as_one_of_its_frequency_and_from_one_that_is_not_reached_nothing_moves(
        string own, TscScaling scaling, string expected)
    {
        HostFacts[] hosts = [Esx11 with { ConnectionState = own }, Esx05, Esx04, Esx01 with { TscScaling = scaling }];
        var center = Center("vc1.example.org", hosts, []);
        var machine = Away(Esx04, Esx11) with { Datacenter = Esx04.Datacenter, ClockExpectation = ClockExpectation.ExpectedSlow };
        Assert.Equal(expected, string.Join(' ', OtherClusters.HostsFor(machine, center, Rules).Select(host => host.Name)));
    }

    [Fact]
    public void A_vendor_is_a_wall_for_a_live_move_and_what_crosses_it_is_named()
    {
        HostFacts[] hosts = [Esx11 with { CpuVendor = "intel" }, Esx04 with { CpuVendor = "amd" }, Esx05 with { CpuVendor = "intel" }, Esx01 with { TscScaling = TscScaling.Yes }];
        var machine = Away(Esx04, Esx11) with { Datacenter = Esx04.Datacenter, ClockExpectation = ClockExpectation.ExpectedSlow };
        var center = Center("vc1.example.org", hosts, [machine]);

        Assert.Equal(["esx01", "esx05"], OtherClusters.HostsFor(machine, center, Rules).Select(host => host.Name));
        Assert.Equal(["esx04"], OtherClusters.HostsFor(machine, center, Rules, ofOneVendor: false).Select(host => host.Name));
        center = center with { Clusters = [.. center.Clusters.Select(cluster => cluster with { EvcMode = "intel-broadwell" })] };
        var finding = Assert.Single(Of(center).Scaling("esx01").Finds("TP201"));
        Assert.EndsWith("it does not make frequencies equal", finding.Value("EVC mode"), StringComparison.Ordinal);
        Assert.StartsWith("prod (1 of its frequency, 1 that scales the TSC)", finding.Value("Hosts in other clusters"), StringComparison.Ordinal);
        Assert.Equal(
            "1 host with AMD processors: no live vMotion goes from Intel to AMD. A cold migration does, and is a power cycle", finding.Value("Not by live vMotion"));
    }

    [Theory]
    [InlineData(null, "could not be read", "If its storage and networks are shared: vMotion to another cluster (no downtime expected)")]
    [InlineData("esx05", "prod (1 of its frequency): with all of its datastores and networks", "vMotion to another cluster, whose host has its storage and networks (no downtime expected)")]
    [InlineData("esx01", "prod (1 that scales the TSC): with all of its datastores and networks", "vMotion to another cluster, whose host has its storage and networks (no downtime expected)")]
    [InlineData("", "none that has all of its datastores and networks", "Power-cycle the VM on the class of hosts it will live on (downtime)")]
    public void The_move_to_another_cluster_is_offered_by_what_was_read(string? hosts, string evidence, string first)
    {
        var finding = Assert.Single(Fleet(Away(Esx04, Esx11) with
        {
            Datacenter = Esx04.Datacenter,
            HostsElsewhere = hosts?.Split(' ', StringSplitOptions.RemoveEmptyEntries)
        }).Scaling("esx01").Finds("TP201"));

        Assert.Contains(evidence, finding.Value("Hosts in other clusters"), StringComparison.Ordinal);
        Assert.Equal(first, finding.Remedies[0].Action);
        Assert.Equal(hosts == "esx05", finding.Remedies[0].Steps.Any(step => step.Text.Contains("host-esx05'", StringComparison.Ordinal)));
    }
}
