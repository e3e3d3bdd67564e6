namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Of two scans that are kept in one store, each vCenter is read by one.</summary>
public sealed class ScanClaimTests
{
    private const string One = "vc1.example.org";
    private const string Two = "vc2.example.org:8443";

    private static readonly LockHolder Me = LockHolder.ThisProcess("timerprobe scan vc1.example.org", TimeProvider.System);

    [Fact]
    public async Task What_another_holds_is_no_hindrance_to_the_rest()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        using var other = StoreWriter.Start("lock", place.Text, "VC1.Example.Org");
        Assert.Equal("held", await other.ReadLineAsync());

        await using var claims = (await store.ClaimAsync([Two, One, "vc2.example.org"], Me, Cancel))!;
        await using var third = (await store.ClaimAsync([Two, "vc3.example.org"], Me, Cancel))!;

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

        await using var claims = (await store.ClaimAsync([One], Me, Cancel))!;

        Assert.Empty(claims.Others);
        Assert.Equal("another's", await File.ReadAllTextAsync(other, Cancel));
    }

    [Fact]
    public async Task It_can_be_taken_again_once_it_is_let_go()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        var first = (await store.ClaimAsync([One], Me, Cancel))!;
        await using var refused = (await store.ClaimAsync([One], Me with { Command = "another" }, Cancel))!;
        await first.DisposeAsync();

        await using var second = (await store.ClaimAsync([One], Me, Cancel))!;

        Assert.Equal(Me, Assert.Single(refused.Others).Value);
        Assert.Empty(second.Others);
    }

    [Fact]
    public async Task Many_at_once_have_each_server_once()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        string[] servers = [.. Enumerable.Range(1, 12).Select(number => $"vc{number}.example.org")];

        var claims = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => store.ClaimAsync(servers, Me, Cancel)));

        Assert.Equal(servers.Order(StringComparer.Ordinal),
            claims.SelectMany(claim => servers.Where(server => !claim!.Others.ContainsKey(server))).Order(StringComparer.Ordinal));
        foreach (var claim in claims)
        {
            await claim!.DisposeAsync();
        }
    }

    [Fact]
    public async Task In_a_database_nothing_is_claimed_for_its_server_scans_each_vcenter_once()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Postgres);

        Assert.Null(await store.ClaimAsync([One], Me, Cancel));
    }
}
