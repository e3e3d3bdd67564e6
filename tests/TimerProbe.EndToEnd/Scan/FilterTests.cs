namespace TimerProbe.EndToEnd.Scan;

public sealed class FilterTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Theory]
    [InlineData(16, "--name", "settings-*")]
    [InlineData(16, "--name", "SETTINGS-*")]
    [InlineData(17, "--name", "settings-*", "--name", "off-suspende?")]
    [InlineData(1, "--name", "<script>alert(1)</script>")]
    [InlineData(1, "--name", "@SUM(A1:A9)")]
    [InlineData(1, "--name", "slash / backslash \\ percent % typed %2f")]
    [InlineData(17, "--folder", "hostile / names")]
    [InlineData(17, "--folder", "*hostile*")]
    [InlineData(2, "--name", "twin")]
    [InlineData(1, "--name", "twin", "--folder", "sql*")]
    [InlineData(1, "--name", "twin", "--folder", "databases")]
    [InlineData(1, "--name", "twin", "--folder", "databases/sql servers")]
    public async Task A_filter_leaves_the_machines_that_match(int machines, params string[] options)
    {
        var (_, document) = await fleet.VCenter.Scan(options).ToDocumentAsync();
        Assert.Equal(machines, document.VCenters[0].VirtualMachines.Count);
        Assert.All(document.Findings, finding => Assert.DoesNotContain("home-", finding.Subject.Name, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--cluster", "uniform", "uniform")]
    [InlineData("--cluster", "*M*", "mixed-models", "uniform")]
    [InlineData("--datacenter", "dc-south", "mixed-models")]
    public async Task Clusters_and_datacenters_are_left_out_with_their_hosts(string option, string glob, params string[] clusters)
    {
        var (_, document) = await fleet.VCenter.Scan(option, glob).ToDocumentAsync();
        var vcenter = document.VCenters[0];
        Assert.Equal(clusters, vcenter.Clusters.Select(cluster => cluster.Name).Order(StringComparer.Ordinal));
        Assert.All(vcenter.Hosts.Where(host => host.Cluster is not null), host => Assert.Contains(host.Cluster, clusters));
        Assert.All(vcenter.VirtualMachines.Where(machine => machine.Cluster is not null),
            machine => Assert.Contains(machine.Cluster, clusters));
    }

    [Fact]
    public async Task A_machine_in_scope_whose_home_is_out_of_scope_is_placed_all_the_same()
    {
        var (_, document) = await fleet.VCenter.Scan("--cluster", "uniform").ToDocumentAsync();
        var (_, mixed) = await fleet.VCenter.Scan("--cluster", "mixed-models").ToDocumentAsync();
        foreach (var machine in document.VCenters[0].VirtualMachines.Concat(mixed.VCenters[0].VirtualMachines))
        {
            var whole = fleet.Document.VCenters[0].VirtualMachines.Single(item => item.Id == machine.Id);
            Assert.Equal((whole.Placement, whole.HomeHost, whole.HomeHz), (machine.Placement, machine.HomeHost, machine.HomeHz));
        }
    }

    [Fact]
    public async Task A_filter_that_matches_nothing_says_what_there_is()
    {
        var result = await fleet.VCenter.Scan("--cluster", "prd*").RunAsync();
        Assert.Contains("prd*", result.Error, StringComparison.Ordinal);
        Assert.Contains("uniform", result.Error, StringComparison.Ordinal);
        Assert.Equal(5, result.ExitCode);
    }

    [Fact]
    public async Task Filters_are_applied_before_the_dear_reads()
    {
        var (_, document) = await fleet.VCenter.Scan("--name", "home-powered-on").ToDocumentAsync();
        Assert.Equal((1, ReadStatus.Complete), (document.VCenters[0].VirtualMachines.Count, document.VCenters[0].Status));
        Assert.Equal(["home-powered-on"], document.Scope.Names);
    }
}
