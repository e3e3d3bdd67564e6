namespace TimerProbe.Reporting.Tests;

public sealed class ScanFormatsPageTests
{
    private static readonly string Page = string.Join(
        ' ', File.ReadAllText(Repository.Path("docs", "formats.md")).Split(default(char[]), StringSplitOptions.RemoveEmptyEntries));

    [Fact]
    public void The_page_lists_the_columns_in_their_order() =>
        Assert.Contains($"`{Written.Of(ScanCsv.Write, SampleScan.Document).Split("\r\n")[0].Replace(",", ", ", StringComparison.Ordinal)}`", Page, StringComparison.Ordinal);

    [Fact]
    public void The_page_lists_every_metric() => Assert.All(
        MetricReader.Read(Written.Of(ScanOpenMetrics.Write, SampleScan.Document, new MetricView(HasDetails: true)))
            .Select(sample => sample.Name).Distinct(),
        name => Assert.Contains($"`{name["timerprobe_scan_".Length..]}`", Page, StringComparison.Ordinal));
}
