namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store that stays open for days, as that of a node, and is hardly used.</summary>
public sealed class IdleSessionTests
{
    [Fact]
    public async Task A_session_that_is_not_used_is_given_back_and_another_one_is_taken_when_it_is()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        var database = PostgresDatabase.Parse(place.Text + ";Connection Idle Lifetime=1;Connection Pruning Interval=1");
        await using var store = await database.OpenAsync(new StoreOptions(), Cancel);
        Assert.Equal(1, await store.Database.ReadAsync(_ => SessionsAsync(place), Cancel));

        while (await SessionsAsync(place) > 0)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, Cancel);
        }

        Assert.Equal(1, await store.Database.ReadAsync(_ => SessionsAsync(place), Cancel));
    }

    private static async Task<long> SessionsAsync(TestStore place)
    {
        var settings = new NpgsqlConnectionStringBuilder(place.Text) { Pooling = false, ApplicationName = null };
        await using var connection = new NpgsqlConnection(settings.ConnectionString);
        await connection.OpenAsync(Cancel);
        await using var count = new NpgsqlCommand("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = @name", connection);
        count.Parameters.AddWithValue("name", place.Schema);
        return (long)(await count.ExecuteScalarAsync(Cancel))!;
    }
}
