namespace TimerProbe.Reporting.Tests;

/// <summary>What guests published is told apart in every form, and what is stale counts in none.</summary>
public sealed class PublishedResultsTests
{
    private static readonly ScanDocument Document = Published();

    [Fact]
    public void A_page_and_a_ticket_say_where_a_measurement_is_from()
    {
        var markdown = Written.Of(SampleScan.Markdown, Document);
        Assert.Contains("3 VMs published a result: 1 counts, 1 is stale, 1 could not be believed.", markdown, StringComparison.Ordinal);
        Assert.Contains(" (published) |", markdown, StringComparison.Ordinal);
        var html = Written.Of(ScanHtml.Write, Document);
        Assert.Contains("Measurements from guests", html, StringComparison.Ordinal);
        Assert.Contains(", published", html, StringComparison.Ordinal);
        Assert.Contains("&lt;b&gt;DB09", html, StringComparison.Ordinal);
    }

    [Fact]
    public void A_row_has_the_source_and_why_it_is_stale()
    {
        var lines = Written.Of(ScanCsv.Write, Document).Split("\r\n");
        Assert.EndsWith(",guestSource,guestStale,homeCertainty,homeEvidence,stretches,clockExpectation,tscScaling,tscScalingSource", lines[0], StringComparison.Ordinal);
        Assert.Single(lines, line => line.EndsWith(",published,,,,,slow,no,processor", StringComparison.Ordinal));
        Assert.EndsWith(",published,it is older than 7 days,,,,expectedFast,no,processor", Assert.Single(lines, line => line.Contains(",DB02,", StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    [Fact]
    public void Gauges_count_by_source()
    {
        var samples = MetricReader.Read(Written.Of(ScanOpenMetrics.Write, Document, MetricView.Brief));
        Assert.Equal(1, Assert.Single(samples, sample => sample.Name == "timerprobe_scan_guest_results" && sample.Labels["source"] == "published").Value);
        Assert.Equal(1, Assert.Single(samples, sample => sample.Name == "timerprobe_scan_published_stale").Value);
        Assert.Equal(1, Assert.Single(samples, sample => sample.Name == "timerprobe_scan_published_refused").Value);
        Assert.Equal(1, samples.Where(sample => sample.Name == "timerprobe_scan_measured_virtual_machines").Sum(sample => sample.Value));
    }

    internal static RefusedResult Refused(string machine)
    {
        var why = Problem.Create(ProblemCode.ResultRefused, $"it names no version");
        return new RefusedResult(machine, "vm-109", "vc1.example.org", why.ToString(), why);
    }

    private static ScanDocument Published() => ShellScriptTests.Changed(SampleScan.Document, machine => machine.Name switch
    {
        "DB01" => machine with { GuestResult = machine.GuestResult! with { Source = GuestSource.Published, MatchedBy = "machine" } },
        "DB02" => machine with { GuestResult = machine.GuestResult! with { Source = GuestSource.Published, Stale = "it is older than 7 days" } },
        _ => machine,
    }) with
    { Published = new PublishedResultsFacts(3, 1, 1, 0, [Refused("<b>DB09")]) };
}
