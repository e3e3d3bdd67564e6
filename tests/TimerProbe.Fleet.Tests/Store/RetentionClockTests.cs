namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What a retention removes from a store in a file while the clock of its machine is wrong: a file has no other.</summary>
public sealed class RetentionClockTests
{
    private static readonly DateTimeOffset Start = SampleFleet.Start;
    private static readonly VCenterFacts Fleet = SampleFleet.VCenter(machines: 1);

    /// <summary>Scans by the days that the clock shows, each followed by the removal of what is older than 400 days.</summary>
    [Theory]
    [InlineData("right", "0 100 390 401 410", "100 390 401 410", 9)]
    [InlineData("500 days ahead once", "0 100 399 400 900", "0 100 399 400 900", 500)]
    [InlineData("500 days ahead for some runs", "0 100 399 400 900 900.5 906.9", "0 100 399 400 900 900.5 906.9", 506)]
    [InlineData("ahead, then mended", "0 100 399 400 900 401 408 409", "100 399 400 900 401 408 409", 8)]
    [InlineData("ahead by so much for a week: it is believed", "0 400 900 901 908", "900 901 908", 7)]
    [InlineData("unused for a year", "0 10 400 765 766", "0 10 400 765 766", 366)]
    [InlineData("unused for a year, and used again for a week", "0 10 400 765 773", "400 765 773", 8)]
    [InlineData("behind by more than the retention", "0 10 400 -500 402 410", "10 400 -500 402 410", 8)]
    [InlineData("what was saved behind goes with what was saved before it", "0 10 400 -500 402 820 830", "820 830", 10)]
    [InlineData("ahead by as much twice", "0 30 399 400 440 401 420 461", "30 399 400 440 401 420 461", 41)]
    [InlineData("a time that was ahead once and has come", "0 100 300 102 120 510 520", "300 102 120 510 520", 10)]
    [InlineData("and what was saved after it goes with it", "0 100 300 102 120 510 520 710 720 920 930", "520 710 720 920 930", 10)]
    public async Task A_clock_that_is_wrong_for_less_than_a_week_removes_nothing_that_is_younger(
        string clock, string saved, string kept, int ahead)
    {
        var time = new SteppedTime(Start);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        var days = new Dictionary<string, string>();
        var pruned = new PrunedRuns();
        foreach (var day in saved.Split(' '))
        {
            time.Set(Start.AddDays(double.Parse(day, CultureInfo.InvariantCulture)));
            var document = SampleFleet.Scan(time.GetUtcNow(), Fleet);
            days[document.Id.ToString()] = day;
            await store.SaveAsync(document, new SaveOptions { IsClaimed = true }, Cancel);
            pruned = await store.PruneAsync(TimeSpan.FromDays(400), Cancel);
        }

        Assert.Equal((clock, kept), (clock, string.Join(' ', (await RunsAsync(store)).Select(run => days[run.Id]))));
        Assert.Equal(ahead, (int)pruned.ClockAhead.TotalDays);
    }

    [Fact]
    public async Task Beside_a_database_its_own_clock_counts()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        var now = TimeProvider.System.GetUtcNow();
        foreach (var days in new[] { 500, 399, 9 })
        {
            await store.SaveAsync(SampleFleet.Scan(now.AddDays(-days), Fleet), cancellationToken: Cancel);
        }

        await using var ahead = await place.OpenAsync(new StoreOptions { Time = new OffsetTime(TimeSpan.FromDays(500)) });
        var pruned = await ahead.PruneAsync(TimeSpan.FromDays(400), Cancel);

        Assert.Equal((1, 9), (pruned.Runs, (int)pruned.ClockAhead.TotalDays));
    }

    [Fact]
    public async Task A_short_retention_keeps_at_most_twice_as_long()
    {
        var time = new SteppedTime(Start);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        for (var hour = 0; hour < 40; hour++)
        {
            await store.SaveAsync(SampleFleet.Scan(time.GetUtcNow(), Fleet), new SaveOptions { IsClaimed = true }, Cancel);
            time.Pass(TimeSpan.FromHours(1));
        }

        await store.PruneAsync(TimeSpan.FromHours(12), Cancel);

        Assert.Equal(24, (await RunsAsync(store)).Count);
    }

    internal static Task<List<(string Id, bool HasDocument)>> RunsAsync(FleetStore store) => store.Database.ReadAsync(
        session => session.QueryTextAsync(
            "SELECT document_id, document IS NOT NULL FROM run ORDER BY id", row => (row.Text(0), row.Flag(1))), Cancel);
}
