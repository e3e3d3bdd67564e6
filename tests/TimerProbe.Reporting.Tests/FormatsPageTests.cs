namespace TimerProbe.Reporting.Tests;

/// <summary>docs/formats.md lists the columns of each CSV in their order, and every metric.</summary>
public sealed class FormatsPageTests
{
    private static readonly string Page = string.Join(
        ' ', File.ReadAllText(Repository.Path("docs", "formats.md")).Split(default(char[]), StringSplitOptions.RemoveEmptyEntries));

    public static TheoryData<string> Headers => [.. ((string[])
    [
        Written.Of(ScanCsv.Write, SampleScan.Document), Written.Of(HistoryCsv.Write, SampleHistory.Machine),
        Written.Of<SqlDocument>(ResultCsv.Write, SampleSql.Document),
    ]).Select(csv => csv.Split("\r\n")[0])];

    [Theory]
    [MemberData(nameof(Headers))]
    public void The_page_lists_the_columns_in_their_order(string header) =>
        Assert.Contains($"`{header.Replace(",", ", ", StringComparison.Ordinal)}`", Page, StringComparison.Ordinal);

    [Fact]
    public void The_page_lists_every_metric()
    {
        var saved = new SaveResult(SampleHistory.From, PendingAlerts: 0, SampleHistory.From, FailedDeliveries: 0);
        var text = Written.Of(ScanOpenMetrics.Write, SampleScan.Document, new MetricView(HasDetails: true, saved));
        Assert.All(
            MetricReader.Read(text).Select(sample => sample.Name.Replace("timerprobe_scan_", "", StringComparison.Ordinal)).Distinct(),
            name => Assert.Contains($"`{name}`", Page, StringComparison.Ordinal));
    }
}
