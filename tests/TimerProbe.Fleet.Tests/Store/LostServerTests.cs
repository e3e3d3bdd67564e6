namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A database server that is restarted while a scan goes on: what is done afterwards is done with new sessions.</summary>
public sealed class LostServerTests
{
    [Fact]
    public async Task A_scan_is_saved_after_all_sessions_were_lost()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var store = await place.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);

        await place.EndSessionsAsync();
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start.AddHours(1), SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);

        Assert.Equal(2, (await store.Runs.ListAsync(new RunQuery(), Cancel)).Count);
    }

    [Fact]
    public async Task One_that_is_stopped_within_its_save_holds_nobody_up_and_is_told_when_it_goes_on()
    {
        Needs.Linux();
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        using var stopped = StoreWriter.Start("stand", place.Text, "vc1", "5");
        Assert.Equal("inside", await stopped.ReadLineAsync());
        await stopped.SignalAsync("STOP");

        await using var store = await place.OpenAsync(new StoreOptions { BusyTimeout = TimeSpan.FromSeconds(20) });
        var saved = await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);
        Assert.False(saved.WasThere);

        await stopped.SignalAsync("CONT");
        Assert.Matches("^(Busy .* went on without this run|CannotConnect )", await stopped.ReadLineAsync());
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
    }
}
