using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Of two scans that are kept in one store, each vCenter is read by one.</summary>
public sealed class ScanClaimTests
{
    private const string One = "vc1.example.org";
    private const string Two = "vc2.example.org:8443";

    private static readonly LockHolder Me = LockHolder.ThisProcess("timerprobe scan vc1.example.org", TimeProvider.System);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task The_second_is_told_who_holds_it(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        using var other = StoreWriter.Start("lock", place.Text, One);
        Assert.Equal("held", await other.ReadLineAsync());

        await using var claims = await store.ClaimAsync([One], Me, Cancel);

        var holder = Assert.Single(claims.Others).Value!;
        Assert.Equal((other.Id, Environment.MachineName, "store-writer lock"), (holder.ProcessId, holder.Machine, holder.Command));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_another_holds_is_no_hindrance_to_the_rest(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        using var other = StoreWriter.Start("lock", place.Text, "VC1.Example.Org");
        Assert.Equal("held", await other.ReadLineAsync());

        await using var claims = await store.ClaimAsync([Two, One, "vc2.example.org"], Me, Cancel);
        await using var third = await store.ClaimAsync([Two, "vc3.example.org"], Me, Cancel);

        Assert.Equal([One], claims.Others.Keys);
        Assert.Equal([Two], third.Others.Keys);
    }

    [Fact]
    public async Task A_link_in_the_holders_place_is_replaced_and_not_followed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        var other = Path.Combine(place.Folder, "other");
        await File.WriteAllTextAsync(other, "another's", Cancel);
        File.CreateSymbolicLink($"{place.Text}.{One}.scan-lock-holder", other);

        await using var claims = await store.ClaimAsync([One], Me, Cancel);

        Assert.Empty(claims.Others);
        Assert.Equal("another's", await File.ReadAllTextAsync(other, Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task It_dies_with_its_process(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        using var other = StoreWriter.Start("lock", place.Text, One);
        Assert.Equal("held", await other.ReadLineAsync());

        await other.KillAsync();

        // A server notices the end of a session by itself, a little later.
        bool isHeld;
        do
        {
            await using var claims = await store.ClaimAsync([One], Me, Cancel);
            isHeld = claims.Others.Count > 0;
        }
        while (isHeld && engine == Engine.Postgres);

        Assert.False(isHeld);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task It_can_be_taken_again_once_it_is_let_go(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var first = await store.ClaimAsync([One], Me, Cancel);
        await using var refused = await store.ClaimAsync([One], Me with { Command = "another" }, Cancel);
        await first.DisposeAsync();

        await using var second = await store.ClaimAsync([One], Me, Cancel);

        Assert.Equal(Me, Assert.Single(refused.Others).Value);
        Assert.Empty(second.Others);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_is_claimed_is_saved(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await using var claims = await store.ClaimAsync([SampleFleet.Server], Me, Cancel);

        var saved = await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 3)), new SaveOptions { Claims = claims }, Cancel);

        Assert.Empty(saved.Lost);
        Assert.Single(saved.Targets);
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
    }

    [Fact]
    public async Task What_was_taken_over_is_not_saved_by_the_first()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        await using var lost = await store.ClaimAsync([SampleFleet.Server], Me, Cancel);
        await place.EndSessionsAsync();
        await using var next = await store.ClaimAsync([SampleFleet.Server], Me with { Command = "the next" }, Cancel);
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start.AddHours(1), SampleFleet.VCenter(machines: 3)), new SaveOptions { Claims = next }, Cancel);

        var late = new SaveOptions { Claims = lost };
        var refused = await Assert.ThrowsAsync<StoreException>(() => store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 2)), late, Cancel));
        var failed = await Assert.ThrowsAsync<StoreException>(() => store.SaveFailureAsync([(SampleFleet.Server, "no answer")], SampleFleet.Start, late, Cancel));

        Assert.Equal((StoreErrorKind.ClaimLost, StoreErrorKind.ClaimLost), (refused.Kind, failed.Kind));
        Assert.Contains("was taken over by process", refused.Message, StringComparison.Ordinal);
        Assert.Contains("(the next)", refused.Message, StringComparison.Ordinal);
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
        Assert.Equal(0, Assert.Single(await store.TargetsAsync(Cancel)).Failures);
    }

    [Fact]
    public async Task What_was_taken_over_and_let_go_again_is_not_saved_by_the_first()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        await using var lost = await store.ClaimAsync([SampleFleet.Server], Me, Cancel);
        await place.EndSessionsAsync();
        await (await store.ClaimAsync([SampleFleet.Server], Me, Cancel)).DisposeAsync();

        var refused = await Assert.ThrowsAsync<StoreException>(() =>
            store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 2)), new SaveOptions { Claims = lost }, Cancel));

        Assert.Equal(StoreErrorKind.ClaimLost, refused.Kind);
    }

    [Fact]
    public async Task Of_several_of_which_one_was_taken_over_the_others_are_concluded_from()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        var first = SampleFleet.VCenter(machines: 3);
        var second = first with { Server = Two, InstanceUuid = "second" };
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, first, second), cancel: Cancel);
        await using var lost = await store.ClaimAsync([One, Two], Me, Cancel);
        await place.EndSessionsAsync();
        await using var next = await store.ClaimAsync([Two], Me, Cancel);

        var scan = SampleFleet.Scan(SampleFleet.Start.AddHours(1), first.Moved((0, 1)), second.Moved((0, 1)));
        var saved = await store.SaveAsync(scan, new SaveOptions { Claims = lost }, Cancel);

        Assert.Equal([Two], saved.Lost.Keys);
        Assert.NotEmpty(saved.Changes);
        Assert.All(saved.Changes, change => Assert.Equal(One, change.Server));
        Assert.Equal([One], saved.Targets.Select(target => target.Server));
        Assert.Equal(2, (await store.Runs.ListAsync(new RunQuery(), Cancel)).Count);
    }

    [Fact]
    public async Task A_scan_whose_session_was_lost_and_that_nobody_took_over_is_saved()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        await using var claims = await store.ClaimAsync([SampleFleet.Server], Me, Cancel);

        await place.EndSessionsAsync();
        var saved = await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 3)), new SaveOptions { Claims = claims }, Cancel);

        Assert.Equal((0, 1), (saved.Lost.Count, saved.Targets.Count));
    }

    [Fact]
    public async Task Many_at_once_have_each_server_once()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        string[] servers = [.. Enumerable.Range(1, 12).Select(number => $"vc{number}.example.org")];

        var claims = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => store.ClaimAsync(servers, Me, Cancel)));

        Assert.Equal(servers.Order(StringComparer.Ordinal), claims.SelectMany(each => servers.Where(server => !each.Others.ContainsKey(server))).Order(StringComparer.Ordinal));
        foreach (var each in claims)
        {
            await each.DisposeAsync();
        }
    }
}
