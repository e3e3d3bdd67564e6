namespace TimerProbe.Server.Tests.Views;

/// <summary>Findings are kept with a blank for the name, and told as they were.</summary>
public sealed class SharedFindingTests
{
    [Fact]
    public void A_finding_is_told_as_it_was()
    {
        var parts = new PartInterning();
        var findings = SampleScan.Document.Findings.Concat(HostileScan.Document.Findings).ToList();
        Assert.NotEmpty(findings);
        Assert.All(findings, finding => Assert.Equal(finding, SharedFinding.From(finding, parts), Same));
    }

    [Fact]
    public void Machines_of_one_rule_share_what_it_advises()
    {
        var parts = new PartInterning();
        var advised = LargeScan.Document.Findings.Where(finding => finding.Rule == LargeScan.Document.Findings[0].Rule)
            .Select(finding => ((SharedFinding)SharedFinding.From(finding, parts).Remedies).Blanked).ToList();
        Assert.True(advised.Count > 100, $"{advised.Count}");
        Assert.InRange(advised.Distinct<object>(ReferenceEqualityComparer.Instance).Count(), 1, advised.Count / 20);
    }

    private static bool Same(Core.Advice.Finding left, Core.Advice.Finding right) =>
        DocumentJson.Write(SampleScan.Document with { Findings = [left] }) == DocumentJson.Write(
            SampleScan.Document with { Findings = [right] });
}
