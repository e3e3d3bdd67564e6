namespace TimerProbe.Server.Tests;

/// <summary>A database that is away for a while, and guests that do not mind.</summary>
public sealed class DatabaseAwayTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_node_that_scans_ends_though_the_database_is_away_or_lets_its_scheduler_write_nothing(bool away)
    {
        using var cluster = await PostgresCluster.OwnAsync();
        await using var fleet = await ScheduledFleet.StartAsync(TestStore.In(cluster), vcenters: 1);
        Signals.Send(fleet.VCenters[0].ProcessId, "STOP");
        var node = await fleet.StartProcessAsync("one");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilAsync(store, scans => scans is [{ EndedAt: null }], "the scan did not begin");
        await using var other = new NpgsqlConnection(fleet.Place.Text);
        if (away)
        {
            await cluster.StopAsync();
        }
        else
        {
            await other.OpenAsync(Cancel);
            await using var locks = new NpgsqlCommand("BEGIN; LOCK TABLE scheduler_locks, scheduler_triggers, scheduler_fired_triggers", other);
            await locks.ExecuteNonQueryAsync(Cancel);
        }

        Assert.Equal(0, await node.StopAsync());
    }
}
