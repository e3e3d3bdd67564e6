namespace TimerProbe.Reporting.Tests;

/// <summary>What metrics say of a store, and how much they say where nobody asks for details.</summary>
public sealed class StoreMetricsTests
{
    private static readonly DateTimeOffset At = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_run_that_was_saved_says_when()
    {
        var read = Read(new SaveResult(At, PendingAlerts: 3, At.AddHours(-2), FailedDeliveries: 1));
        Assert.Equal(
            [At.ToUnixTimeSeconds(), 3, At.AddHours(-2).ToUnixTimeSeconds(), 1],
            read.Select(sample => sample.Value));
        Assert.All(read, sample => Assert.Equal("scan", Assert.Single(sample.Labels).Value));
    }

    [Fact]
    public void One_that_was_not_has_no_time_and_asked_no_store() => Assert.Equal(
        [("timerprobe_failed_deliveries", 0)],
        Read(new SaveResult(SavedAt: null, PendingAlerts: null, OldestPendingAlertAt: null, FailedDeliveries: 0))
            .Select(sample => (sample.Name, sample.Value)));

    [Fact]
    public void A_run_that_is_not_kept_says_nothing_of_a_store() => Assert.Empty(Read(store: null));

    [Fact]
    public void Every_command_has_the_same_under_its_own_name()
    {
        var view = new MetricView(Store: new SaveResult(At, 0, At, 0));
        foreach (var (command, text) in new[]
        {
            ("check", Written.Of(CheckOpenMetrics.Write, SampleCheck.Document, view)),
                ("scan", Written.Of(ScanOpenMetrics.Write, SampleScan.Document, view)),
        })
        {
            Assert.Equal(4, MetricReader.Read(text).Count(sample => sample.Labels.GetValueOrDefault("command") == command));
        }
    }

    [Fact]
    public void Without_details_no_machine_has_a_series_and_a_guest_has_few()
    {
        var scan = MetricReader.Read(Written.Of(ScanOpenMetrics.Write, SampleScan.WithAway(17), MetricView.Brief));
        Assert.DoesNotContain(scan, sample => sample.Labels.ContainsKey("vm"));
        Assert.Equal(17, scan.Single(sample => sample.Name == "timerprobe_scan_away_left_out").Value);

        var brief = MetricReader.Read(Written.Of(CheckOpenMetrics.Write, SampleCheck.Document, MetricView.Brief));
        Assert.Equal(14, brief.Count);
    }

    private static List<ReadSample> Read(SaveResult? store) =>
        [.. MetricReader.Read(Written.Of(ScanOpenMetrics.Write, SampleScan.Document, new MetricView(Store: store)))
            .Where(sample => sample.Labels.ContainsKey("command"))];
}
