namespace TimerProbe.Server.Tests.Views;

/// <summary>The history of a fleet counts who matters now, not only who is away.</summary>
public sealed class FleetHeadlineTests
{
    [Fact]
    public async Task Those_slow_or_expected_to_be_by_the_newest_scans_are_counted_and_none_of_a_window_that_ended_before()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await Saved.ScanAsync(place, SampleScan.Document);
        await using var store = await place.OpenAsync();
        var expected = new ScanReport(SampleScan.Document).FixSummary.Affected;

        Assert.Equal(expected, (await ReadAsync(SampleScan.Start.AddDays(1))).SlowNow);
        Assert.InRange(expected, 1, 10);
        Assert.Null((await ReadAsync(SampleScan.Start.AddDays(-1))).SlowNow);

        Task<HistoryDocument> ReadAsync(DateTimeOffset to) => new HistorySearch(
            store.History,
            new TimeWindow(to.AddDays(-30), to),
            new UseCaseContext(new ToolInfo("1.0"), TimeProvider.System, new ReportingDialog(_ => { }), () => TimeSpan.Zero),
            store.Runs).ReadFleetAsync(server: null, Cancel);
    }
}
