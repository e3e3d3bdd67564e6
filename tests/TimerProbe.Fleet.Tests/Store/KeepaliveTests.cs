namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A PostgreSQL over TCP, and a client that is lost without a word: each side asks the other, and soon. A socket in a folder knows none of it.</summary>
public sealed class KeepaliveTests(PostgresSecurityTests.Server server) : IClassFixture<PostgresSecurityTests.Server>
{
    private readonly string _name = $"s{Guid.NewGuid():N}";

    private PostgresDatabase Database => PostgresDatabase.Parse(
        $"Host=127.0.0.1;Port={server.Cluster.Port};Username={PostgresCluster.TrustedUser};Database=postgres;SSL Mode=Disable;Search Path={_name};Application Name={_name}");

    /// <summary>A scheduler that is cut off with the lock of all nodes in hand holds up the others until the server ends its session.</summary>
    [Fact]
    public async Task Both_ends_ask_after_half_a_minute_and_a_session_lent_to_others_ends_when_it_says_nothing_within_a_transaction()
    {
        await using var engine = Database.CreateEngine(new StoreOptions());
        for (var use = 1; use <= 2; use++)
        {
            await using var session = (NpgsqlConnection)await engine.ConnectAsync(Cancel);
            await using var lent = (NpgsqlConnection)await engine.DataSource.OpenConnectionAsync(Cancel);
            Assert.Equal(("30 10 3", "30 10 3"), (await SettingsAsync(session), await SettingsAsync(lent)));
            Assert.All([session, lent], end => Assert.True(
                new NpgsqlConnectionStringBuilder(end.ConnectionString) is { TcpKeepAlive: true, TcpKeepAliveTime: 30 }));
            await using var show = new NpgsqlCommand("SHOW idle_in_transaction_session_timeout", lent);
            Assert.Equal("20s", await show.ExecuteScalarAsync(Cancel));
        }
    }

    private static async Task<string> SettingsAsync(NpgsqlConnection session)
    {
        await using var show = new NpgsqlCommand("SELECT concat_ws(' ', current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'), current_setting('tcp_keepalives_count'))", session);
        return (string)(await show.ExecuteScalarAsync(Cancel))!;
    }
}
