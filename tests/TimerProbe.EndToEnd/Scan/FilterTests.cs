namespace TimerProbe.EndToEnd.Scan;

public sealed class FilterTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Theory]
    [InlineData("--cluster", "uniform", "uniform")]
    [InlineData("--datacenter", "dc-south", "mixed-models")]
    public async Task What_is_left_out_tells_all_the_same_where_a_machine_of_the_rest_has_its_home(string option, string glob, string cluster)
    {
        var (_, document) = await fleet.VCenter.Scan(option, glob).ToDocumentAsync();

        var vcenter = document.VCenters[0];
        Assert.Equal([cluster], vcenter.Clusters.Select(left => left.Name));
        Assert.All(vcenter.Hosts.Where(host => host.Cluster is not null), host => Assert.Equal(cluster, host.Cluster));
        var whole = fleet.Document.VCenters[0].VirtualMachines.ToDictionary(machine => machine.Id, machine => (machine.Placement, machine.HomeHost, machine.HomeHz));
        Assert.NotEmpty(vcenter.VirtualMachines);
        Assert.All(vcenter.VirtualMachines, machine => Assert.Equal(whole[machine.Id], (machine.Placement, machine.HomeHost, machine.HomeHz)));
    }
}
