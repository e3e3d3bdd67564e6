namespace TimerProbe.EndToEnd.Scan;

public sealed class PlacementTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private VCenterFacts VCenter => fleet.Document.VCenters[0];

    [Fact]
    public void Every_machine_is_where_its_label_says()
    {
        var expected = fleet.VCenter.Labels.Where(label => label.Placement != "template")
            .Select(label => (label.Id, label.Decoded ?? label.Name, label.Placement, label.HomeHost, label.HomeSource, label.Comparison));
        var found = VCenter.VirtualMachines.Select(machine =>
            (machine.Id, machine.Name, machine.Placement.ToDocumentName(), machine.HomeHost, machine.HomeSource?.ToDocumentName(),
                machine.Comparison?.ToDocumentName()));
        Assert.Equal(expected.OrderBy(item => item.Id, StringComparer.Ordinal), found.OrderBy(item => item.Id, StringComparer.Ordinal));
    }

    [Fact]
    public void Every_machine_has_the_findings_its_label_says_and_no_others()
    {
        var found = fleet.Document.Findings.Where(finding => finding.Subject.Kind == SubjectKind.VirtualMachine).ToLookup(finding => finding.Subject.Id);
        Assert.All(fleet.VCenter.Labels, label => Assert.Equal(label.Rules, found[label.Id].Select(finding => finding.Rule).Order(StringComparer.Ordinal)));
    }

    [Fact]
    public void A_machine_without_a_host_in_its_cluster_knows_those_elsewhere_that_have_its_datastores_and_networks()
    {
        var machine = Assert.Single(VCenter.VirtualMachines, machine => machine.HostsElsewhere is not null);
        Assert.Equal("away-moved-between-clusters", machine.Name);
        Assert.Equal(["esx04.lab.example", "esx05.lab.example"], machine.HostsElsewhere);
        Assert.Equal(2, fleet.Document.Timing.Steps.Single(step => step.Name == "otherClusters").Requests);
    }

    [Theory]
    [InlineData("TP202", "mixed-models", "prod")]
    [InlineData("TP210", "mixed-models", "prod")]
    [InlineData("TP209", "esx23-kernel-option.lab.example")]
    [InlineData("TP215", "esx02.lab.example")]
    public void Hosts_and_clusters_have_findings_too(string rule, params string[] subjects) =>
        Assert.Equal(subjects, fleet.Document.Findings.Where(finding => finding.Rule == rule).Select(finding => finding.Subject.Name)
            .Order(StringComparer.Ordinal));

    [Fact]
    public void Time_and_requests_are_told_by_step()
    {
        Assert.Equal(fleet.Document.Timing.Requests, fleet.Document.Timing.Steps.Sum(step => step.Requests));
        Assert.Superset(new HashSet<string>(["login", "hosts", "virtualMachines", "events", "performance"]), fleet.Document.Timing.Steps.Select(step => step.Name).ToHashSet());
        Assert.InRange(fleet.Document.Timing.Requests, 10, 80);
    }
}
