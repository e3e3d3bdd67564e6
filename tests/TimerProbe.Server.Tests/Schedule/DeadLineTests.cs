using System.Data.Common;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A line to the database that says nothing any more, as when a firewall has forgotten it.</summary>
public sealed class DeadLineTests
{
    [Fact]
    public async Task The_connections_of_the_scheduler_go_with_those_of_the_store()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var proxy = CuttingProxy.Open((await PostgresCluster.GetAsync()).Socket);
        await using var store = await TestStore.OpenAsync(place.TextThrough(proxy.Port), new StoreOptions());
        await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => AskAsync(store.DataSource!, "SELECT pg_sleep(1)")));

        proxy.Hold();
        proxy.LetGo();
        await store.ReadClockAsync(Cancel);

        await AskAsync(store.DataSource!, "SELECT 1");
    }

    private static async Task AskAsync(DbDataSource source, string question)
    {
        await using var connection = await source.OpenConnectionAsync(Cancel);
        await using var command = connection.CreateCommand();
        (command.CommandText, command.CommandTimeout) = (question, 10);
        await command.ExecuteScalarAsync(Cancel);
    }
}
