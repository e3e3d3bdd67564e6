namespace TimerProbe.Reporting.Tests;

public sealed class ScanSummaryTests
{
    [Theory]
    [InlineData(47, 14, 0, 1, 5, 2, 6, "61 running VMs: 1 measured slow, 5 expected slow, 2 undecided, 6 away and not affected")]
    [InlineData(1200, 34, 0, 0, 34, 0, 0, "1,234 running VMs: 34 expected slow")]
    [InlineData(61, 0, 0, 2, 0, 0, 0, "61 running VMs: 2 measured slow")]
    [InlineData(56, 0, 5, 0, 0, 0, 0, "61 running VMs: 5 unknown")]
    [InlineData(1, 0, 0, 0, 0, 0, 0, "1 running VM: none away")]
    [InlineData(0, 0, 0, 0, 0, 0, 0, "no running VM was found")]
    public void The_brief_form_fits_a_line(
        int home, int away, int unknown, int slow, int expectedSlow, int open, int unaffected, string expected) =>
        Assert.Equal(expected, Of(home, away, unknown, slow, expectedSlow, open, unaffected).Brief);

    [Theory]
    [InlineData(1, 5, 2, 6, "SLOW: 1 of 61 running VMs was measured slow, 5 more are expected to be")]
    [InlineData(0, 6, 54, 92, "AWAY: 6 of 199 running VMs are expected to be slow: their hosts do not scale the TSC")]
    [InlineData(0, 0, 1, 6, "UNDECIDED: 1 of 54 running VMs may be slow: whether its host scales the TSC is not known")]
    [InlineData(0, 0, 0, 92, "FAST: 92 of 139 running VMs are away, and none is affected: the hosts scale the TSC")]
    public void The_worst_leads_and_who_is_not_affected_is_said(int slow, int expectedSlow, int open, int unaffected, string expected)
    {
        var summary = Of(47, slow + expectedSlow + open + unaffected, 0, slow, expectedSlow, open, unaffected);
        Assert.Equal(expected, summary.Headline);
        Assert.Equal(slow > 0 ? Core.Advice.Severity.Critical : expectedSlow + open > 0 ? Core.Advice.Severity.Warning
            : null, summary.Severity);
    }

    [Theory]
    [InlineData(0, 0, 0, 0)]
    [InlineData(1_234, 1_234, 0, 0)]
    [InlineData(0, 12_345, 0, 0)]
    [InlineData(0, 0, 12_345, 0)]
    [InlineData(0, 0, 0, 12_345)]
    public void A_headline_has_a_hundred_characters_at_most_and_numbers_name_what_the_pictures_show(int slow, int expectedSlow, int open, int unaffected)
    {
        foreach (var (unknown, wrong) in new[] { (0, 0), (12_345, 0), (0, 1_234) })
        {
            var counts = new MachineCounts(61_234, slow + expectedSlow + open + unaffected, unknown, Off: 3, slow, Measured: slow)
            { ExpectedSlow = expectedSlow, Open = open, Unaffected = unaffected, WrongTime = wrong };
            var summary = new ScanSummary(SampleScan.Document, counts);
            Assert.InRange(summary.Headline.Length, 20, 100);
            Assert.All(MachineTile.From(counts, 0).Where(tile => tile.Count > 0), tile => Assert.Contains($"{tile.Count:#,0} {tile.What}", summary.Numbers, StringComparison.Ordinal));
        }
    }

    private static ScanSummary Of(int home, int away, int unknown, int slow, int expectedSlow, int open, int unaffected) =>
        new(SampleScan.Document, new MachineCounts(
            home, away, unknown, Off: 3, slow, Measured: slow)
        { ExpectedSlow = expectedSlow, Open = open, Unaffected = unaffected });
}
