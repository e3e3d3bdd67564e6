namespace TimerProbe.Fleet.Tests.Store;

/// <summary>All vCenters of a store over time, as one line.</summary>
public sealed class FleetHistoryTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;
    private static readonly TimeWindow Week = new(At, At.AddDays(7));
    private static readonly VCenterFacts One = SampleFleet.VCenter(machines: 20);
    private static readonly VCenterFacts Other =
        SampleFleet.VCenter(machines: 6) with { Server = "vc2.example.org", InstanceUuid = "5c6a1c3e-0000-4000-8000-000000000002" };

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_was_last_seen_of_a_vcenter_counts_on_while_another_is_scanned(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        await store.ScannedAsync((-1, One.Moved((3, 0))), (1, Other), (2, One.Moved((3, 0), (5, 0))));

        var fleet = await store.History.ReadFleetAsync(server: null, Week, maxChanges: 100, Cancel);

        Assert.Equal("2 vCenters", fleet!.Subject.Name);
        Assert.Equal([(At.AddHours(1), 25, 1), (At.AddHours(2), 24, 2)], fleet.Scans.Select(scan => (scan.At, scan.Home, scan.Away)));
        Assert.Contains(fleet.Changes, change => change.Kind == "wentAway");
        Assert.Equal(fleet.Changes.OrderBy(change => change.At).Select(change => change.At), fleet.Changes.Select(change => change.At));
    }

    [Fact]
    public async Task One_vcenter_is_told_by_itself_in_any_case_of_letters()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), One, Other), cancellationToken: Cancel);

        var fleet = await store.History.ReadFleetAsync(Other.Server.ToUpperInvariant(), Week, maxChanges: 100, Cancel);

        Assert.Equal(6, Assert.Single(fleet!.Scans).Home);
        Assert.Null(await store.History.ReadFleetAsync("vc3.example.org", Week, maxChanges: 100, Cancel));
    }

    [Fact]
    public async Task Of_many_changes_the_newest_are_told()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        await store.ScannedAsync((0, One), (1, One.Moved((3, 0))), (2, One.Moved((3, 0), (5, 0))));

        var fleet = await store.History.ReadFleetAsync(server: null, Week, maxChanges: 1, Cancel);

        Assert.Equal(At.AddHours(2), Assert.Single(fleet!.Changes).At);
    }
}
