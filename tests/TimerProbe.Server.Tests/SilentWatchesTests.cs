namespace TimerProbe.Server.Tests;

/// <summary>A node finds out that a watch says nothing any more.</summary>
public sealed class SilentWatchesTests
{
    [Fact]
    public async Task A_node_that_was_down_for_hours_listens_for_a_quarter_of_an_hour_before_it_alerts()
    {
        var time = new FakeTimeProvider(TimeProvider.System.GetUtcNow());
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync(new StoreOptions { Time = time });
        foreach (var name in (string[])["GONE", "BACK"])
        {
            await store.SaveAsync(SampleWatch.Line(name, time.GetUtcNow(), ClockState.Healthy), cancellationToken: Cancel);
        }

        time.Advance(TimeSpan.FromHours(5));
        var context = new ServerContext(new FileConfiguration(), store, place: null, TestLog.None, time);
        using var alerts = new AlertSender(context, _ => []);
        using var part = new SilentWatches(context, alerts);
        await part.StartAsync(Cancel);
        await PassAsync(time, TimeSpan.FromMinutes(10));
        Assert.Equal((2, 0), await store.Watches.CountAsync(Cancel));
        await store.SaveAsync(SampleWatch.Line("BACK", time.GetUtcNow(), ClockState.Healthy, WatchEvent.Hourly), cancellationToken: Cancel);
        while (await store.Watches.CountAsync(Cancel) != (1, 1))
        {
            await PassAsync(time, TimeSpan.FromMinutes(1));
        }

        await part.StopAsync(Cancel);
        Assert.Equal([("watchSilent", "GONE")], (await store.Alerts.ListAsync(maxAlerts: 10, Cancel)).Select(alert => (alert.Kind, alert.Subject)));
    }

    private static async Task PassAsync(FakeTimeProvider time, TimeSpan length)
    {
        for (var passed = TimeSpan.Zero; passed < length; passed += TimeSpan.FromMinutes(1))
        {
            time.Advance(TimeSpan.FromMinutes(1));
            await Task.Delay(10, Cancel);
        }
    }
}
