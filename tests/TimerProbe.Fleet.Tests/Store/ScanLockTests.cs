using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Tests.Running;

namespace TimerProbe.Fleet.Tests.Store;

public sealed class ScanLockTests
{
    private static readonly ScanLockHolder Me = ScanLockHolder.ThisProcess("timerprobe scan vc1.example.org", TimeProvider.System);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task The_second_is_told_who_holds_it(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        using var other = StoreWriter.Start("lock", place.Text);
        Assert.Equal("held", await other.ReadLineAsync());

        var attempt = await store.TryLockScanAsync(Me, Cancel);

        Assert.Null(attempt.Lock);
        Assert.Equal((other.Id, Environment.MachineName, "store-writer lock"), (attempt.Holder!.ProcessId, attempt.Holder.Machine, attempt.Holder.Command));
    }

    [Fact]
    public async Task A_link_in_the_holders_place_is_replaced_and_not_followed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        var other = Path.Combine(place.Folder, "other");
        await File.WriteAllTextAsync(other, "another's", Cancel);
        File.CreateSymbolicLink(place.Text + ".scan-lock-holder", other);

        var attempt = await store.TryLockScanAsync(Me, Cancel);

        await attempt.Lock!.DisposeAsync();
        Assert.Equal("another's", await File.ReadAllTextAsync(other, Cancel));
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task It_dies_with_its_process(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        using var other = StoreWriter.Start("lock", place.Text);
        Assert.Equal("held", await other.ReadLineAsync());

        await other.KillAsync();

        // A server notices the end of a session by itself, a little later.
        ScanLockAttempt attempt;
        do
        {
            attempt = await store.TryLockScanAsync(Me, Cancel);
        }
        while (attempt.Lock is null && engine == Engine.Postgres);

        Assert.NotNull(attempt.Lock);
        await attempt.Lock.DisposeAsync();
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task It_can_be_taken_again_once_it_is_let_go(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        var first = await store.TryLockScanAsync(Me, Cancel);
        var refused = await store.TryLockScanAsync(Me with { Command = "another" }, Cancel);
        await first.Lock!.DisposeAsync();

        var second = await store.TryLockScanAsync(Me, Cancel);

        Assert.Equal((null, Me), (refused.Lock, refused.Holder));
        await second.Lock!.DisposeAsync();
    }
}
