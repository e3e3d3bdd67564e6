using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class FleetFindingsTests
{
    [Fact]
    public void A_fleet_at_home_on_equal_hosts_has_no_findings() =>
        Assert.Empty(RuleCatalogue.Evaluate(Of(Center("vc1.example.org", [Esx11, Esx12], [At(Esx11, "a"), At(Esx12, "b"), Off(Esx11, "poweredOff")]))));

    [Fact]
    public void A_vCenter_that_told_nothing_has_no_findings() => Assert.Empty(RuleCatalogue.Evaluate(Of(
        new VCenterFacts { Server = "vc1.example.org", Status = ReadStatus.Failed, Problems = ["vc1.example.org does not answer"] })));

    [Fact]
    public void Objects_of_one_id_in_two_vCenters_are_kept_apart()
    {
        var machine = Away(Esx04, Esx01);
        var findings = Of(Center("vc1.example.org", [Esx01, Esx04], [machine]), Center("vc2.example.org", [Esx01, Esx04], [machine])).Finds("TP201");
        Assert.Equal(["vc1.example.org", "vc2.example.org"], findings.Select(finding => finding.Subject.Server), StringComparer.Ordinal);
        Assert.Contains("-Server 'vc2.example.org'", findings[1].Remedies[0].Steps[1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_finding_names_its_vCenter_and_can_be_acted_upon() => Assert.All(Everything, finding =>
    {
        Assert.Equal("vc1.example.org", finding.Subject.Server);
        Assert.Equal(finding.Subject.Name == "an unknown host", finding.Subject.Id is null);
        Assert.NotEmpty(finding.Evidence);
        Assert.NotEmpty(finding.References);
        Assert.Equal(Enumerable.Range(1, finding.Remedies.Count), finding.Remedies.Select(remedy => remedy.Rank));
        Assert.All(finding.Remedies, remedy => Assert.NotEmpty(remedy.Steps));
        Assert.NotEmpty(finding.Remedies);
    });

    internal static IReadOnlyList<Finding> Everything => [.. EvidenceTests.Fleets.SelectMany(RuleCatalogue.Evaluate)];
}
