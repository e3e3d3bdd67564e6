namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A scan whose node is gone, and that begins again by the schedule: that may come before the firing that recovers it.</summary>
public sealed class TakenOverTests
{
    [Fact]
    public async Task Whose_scan_begins_again_is_said_once_though_the_schedule_came_first()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 1);
        await using var store = await fleet.Place.OpenAsync();
        var vcenter = fleet.VCenters[0].Url.Authority;
        await store.Scans.BeginAsync(vcenter, "dead", Cancel);

        var node = await fleet.StartNodeAsync("one");
        await fleet.UntilScannedAsync(store, 1);
        await fleet.UntilScannedAsync(store, 1);

        Assert.Single(node.Complaints, line => line.EndsWith($" dead has not ended its scan of {vcenter}: it begins again here", StringComparison.Ordinal));
        Assert.DoesNotContain(node.Complaints, line => line.Contains("one has not ended", StringComparison.Ordinal));
    }
}
