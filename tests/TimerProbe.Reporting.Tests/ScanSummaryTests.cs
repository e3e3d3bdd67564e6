using TimerProbe.Reporting.Scans;

namespace TimerProbe.Reporting.Tests;

public sealed class ScanSummaryTests
{
    [Theory]
    [InlineData(47, 14, 0, 1, "14 of 61 running VMs are away, 1 measured slow")]
    [InlineData(60, 1, 0, 0, "1 of 61 running VMs is away")]
    [InlineData(1200, 34, 0, 0, "34 of 1,234 running VMs are away")]
    [InlineData(61, 0, 0, 2, "0 of 61 running VMs are away, 2 measured slow")]
    [InlineData(56, 0, 5, 0, "none of 61 running VMs is known to be away, 5 unknown")]
    [InlineData(1, 0, 0, 0, "1 running VM, none away")]
    [InlineData(0, 0, 0, 0, "no running VM was found")]
    public void The_brief_form_fits_a_line(int home, int away, int unknown, int slow, string expected) =>
        Assert.Equal(expected, new ScanSummary(SampleScan.Document, new MachineCounts(home, away, unknown, Off: 3, slow, Measured: slow)).Brief);
}
