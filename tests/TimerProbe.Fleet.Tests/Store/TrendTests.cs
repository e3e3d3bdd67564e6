namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What a scan is told of the scans before it, before it is saved itself.</summary>
public sealed class TrendTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_scan_learns_how_many_were_away_before_and_what_changed_since(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var vcenter = SampleFleet.VCenter(machines: 20);
        Assert.Null(await store.History.ReadTrendAsync(SampleFleet.Scan(At, vcenter), Cancel));

        await store.ScannedAsync((0, vcenter), (1, vcenter.Moved((3, 0), (5, 0))));
        var trend = await store.History.ReadTrendAsync(SampleFleet.Scan(At.AddHours(2), vcenter.Moved((3, 0), (7, 0), (9, 0))), Cancel);

        Assert.Equal([new EarlierScan(At, IsFull: true, 20, 0, 0, 0), new EarlierScan(At.AddHours(1), IsFull: true, 18, 2, 0, 0)],
            trend!.Scans);
        Assert.Equal([new ChangeCount("moved", 3), new ChangeCount("wentAway", 2), new ChangeCount("cameHome", 1)], trend.Changes);
    }

    [Fact]
    public async Task Only_scans_of_the_same_vcenters_make_a_trend()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        var (one, other) = (SampleFleet.VCenter(machines: 4), SampleFleet.VCenter(machines: 6) with { InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000002" });
        await store.SaveAsync(SampleFleet.Scan(At, one), cancellationToken: Cancel);
        Assert.Null(await store.History.ReadTrendAsync(SampleFleet.Scan(At.AddHours(2), one, other), Cancel));
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), one, other with { Status = ReadStatus.Partial }), cancellationToken: Cancel);
        var trend = await store.History.ReadTrendAsync(SampleFleet.Scan(At.AddHours(2), one, other), Cancel);
        Assert.Equal([new EarlierScan(At.AddHours(1), IsFull: false, 10, 0, 0, 0)], trend!.Scans);
    }

    [Fact]
    public async Task Of_many_scans_the_last_thirty_are_told()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        for (var hour = 0; hour < 33; hour++)
        {
            await store.SaveAsync(SampleFleet.Scan(At.AddHours(hour), SampleFleet.VCenter(machines: 2)), cancellationToken: Cancel);
        }

        var trend = await store.History.ReadTrendAsync(SampleFleet.Scan(At.AddHours(40), SampleFleet.VCenter(machines: 2)), Cancel);
        Assert.Equal((30, At.AddHours(3), At.AddHours(32)), (trend!.Scans.Count, trend.Scans[0].At, trend.Scans[^1].At));
    }
}
