namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A PostgreSQL over TCP, and a client that is lost without a word: each side asks the other, and soon. A socket in a folder knows none of it.</summary>
public sealed class KeepaliveTests(PostgresSecurityTests.Server server) : IClassFixture<PostgresSecurityTests.Server>
{
    private static readonly TimeSpan First = TimeSpan.FromSeconds(30);

    /// <summary>A timer goes off a little late.</summary>
    private static readonly TimeSpan Late = TimeSpan.FromSeconds(1);

    private readonly string _name = $"s{Guid.NewGuid():N}";

    private PostgresDatabase Database => PostgresDatabase.Parse(
        $"Host=127.0.0.1;Port={server.Cluster.Port};Username={PostgresCluster.TrustedUser};Database=postgres;SSL Mode=Disable;Search Path={_name};Application Name={_name}");

    /// <summary>A scheduler that is cut off with the lock of all nodes in hand holds up the others until the server ends its session.</summary>
    [Fact]
    public async Task Every_session_has_the_server_ask_after_half_a_minute_and_one_lent_to_others_ends_when_it_says_nothing_within_a_transaction()
    {
        await using var engine = Database.CreateEngine(new StoreOptions());
        for (var use = 1; use <= 2; use++)
        {
            await using var session = (NpgsqlConnection)await engine.ConnectAsync(Cancel);
            await using var lent = (NpgsqlConnection)await engine.DataSource.OpenConnectionAsync(Cancel);
            Assert.Equal(("30 10 3", "30 10 3"), (await SettingsAsync(session), await SettingsAsync(lent)));
            await using var show = new NpgsqlCommand("SHOW idle_in_transaction_session_timeout", lent);
            Assert.Equal("20s", await show.ExecuteScalarAsync(Cancel));
        }
    }

    [Fact]
    public async Task Both_ends_ask()
    {
        Needs.Linux();
        await using var store = await Database.OpenAsync(new StoreOptions(), Cancel);
        await store.SaveAsync(SampleFleet.Scan(SampleFleet.Start, SampleFleet.VCenter(machines: 5)), cancellationToken: Cancel);

        var client = Assert.Single(await ClientPortsAsync());
        Assert.InRange(await LeftAsync(server.Cluster.Port, client), TimeSpan.Zero, First + Late);
        Assert.InRange(await LeftAsync(client, server.Cluster.Port), TimeSpan.Zero, First + Late);
    }

    private static async Task<string> SettingsAsync(NpgsqlConnection session)
    {
        await using var show = new NpgsqlCommand("SELECT concat_ws(' ', current_setting('tcp_keepalives_idle'), current_setting('tcp_keepalives_interval'), current_setting('tcp_keepalives_count'))", session);
        return (string)(await show.ExecuteScalarAsync(Cancel))!;
    }

    private async Task<List<int>> ClientPortsAsync()
    {
        await using var source = NpgsqlDataSource.Create($"Host={server.Cluster.Folder};Port={server.Cluster.Port};Username=timerprobe;Database=postgres");
        await using var ask = source.CreateCommand("SELECT client_port FROM pg_stat_activity WHERE application_name = @name");
        ask.Parameters.AddWithValue("name", _name);
        await using var rows = await ask.ExecuteReaderAsync(Cancel);
        var ports = new List<int>();
        while (await rows.ReadAsync(Cancel))
        {
            ports.Add(rows.GetInt32(0));
        }

        return ports;
    }

    /// <summary>What was sent last has to be acknowledged before the timer of an end is this one.</summary>
    private static async Task<TimeSpan> LeftAsync(int local, int remote)
    {
        for (var tries = 0; tries < 50; tries++)
        {
            if (KeepaliveTimers.Left(local, remote) is { } left)
            {
                return left;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(100), Cancel);
        }

        throw new TimeoutException($"The end at port {local} does not ask the one at {remote}.");
    }
}
