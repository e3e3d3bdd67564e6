namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store on a network: what answers in its place is told nothing, and a server that is what it should be is used.</summary>
public sealed class PostgresSecurityTests(PostgresSecurityTests.Server server) : IClassFixture<PostgresSecurityTests.Server>, IDisposable
{
    private const string NotVerified = "is not used, for no verified TLS connection to it came about";

    private readonly string _caFile = Path.GetTempFileName();

    public void Dispose() => File.Delete(_caFile);

    [Fact]
    public async Task A_server_whose_certificate_an_own_authority_issued_is_used()
    {
        await using var store = await OpenAsync(Target("127.0.0.1", Root()), PostgresCluster.Password);
        Assert.Empty(await store.TargetsAsync(Cancel));
    }

    /// <summary>By a socket PostgreSQL has no TLS: it is asked for that, in eight bytes, which leave no room for more.</summary>
    [Fact]
    public async Task What_offers_no_TLS_is_told_nothing_whatever_the_environment_says()
    {
        await using var plain = CuttingProxy.Open(server.Cluster.Socket);
        Environment.SetEnvironmentVariable("PGSSLMODE", "disable");
        try
        {
            Assert.Contains("offers no TLS", (await RefusedAsync($"Host=127.0.0.1;Port={plain.Port};Username={PostgresCluster.GuardedUser};Database=postgres")).Message);
        }
        finally
        {
            Environment.SetEnvironmentVariable("PGSSLMODE", null);
        }

        Assert.InRange(plain.Passed, 8, 32);
    }

    [Fact]
    public async Task Another_name_than_that_in_the_certificate_is_refused() =>
        Assert.Contains(NotVerified, (await RefusedAsync(Target("localhost", Root()))).Message);

    [Fact]
    public async Task Another_name_is_used_where_the_connection_string_says_so() =>
        await (await OpenAsync(Target("localhost", Root()) + ";SSL Mode=VerifyCA", PostgresCluster.Password)).DisposeAsync();

    [Fact]
    public async Task Another_authority_is_refused() =>
        Assert.Contains(NotVerified, (await RefusedAsync(Target("127.0.0.1", Write(IssuedChain.New().RootPem)))).Message);

    [Fact]
    public async Task Without_a_root_certificate_the_system_is_asked() =>
        Assert.Contains(NotVerified, (await RefusedAsync($"Host=127.0.0.1;Port={server.Cluster.Port};Username={PostgresCluster.GuardedUser};Database=postgres")).Message);

    [Theory]
    [InlineData("s3cret-and-wrong", "refused the login")]
    [InlineData(null, "wants a password and none was given: name where it is kept with store.passwordFile")]
    public async Task A_wrong_password_is_a_sentence_without_it(string? password, string sentence) =>
        Assert.Contains(sentence, (await RefusedAsync(Target("127.0.0.1", Root()), password)).Message);

    [Theory]
    [InlineData("")]
    [InlineData(";Target Session Attributes=read-write")]
    public async Task Of_several_hosts_the_one_that_answers_is_used(string more)
    {
        var target = $"Host=127.0.0.1:1,127.0.0.1:{server.Cluster.Port};Username={PostgresCluster.GuardedUser};Database=postgres;Search Path=several;Root Certificate={Root()}{more}";
        await (await OpenAsync(target, PostgresCluster.Password)).DisposeAsync();
    }

    [Theory]
    [InlineData("SSL Negotiation=Direct;SSL Mode=Disable", "its settings do not go together (")]
    [InlineData("TCP Keepalive Interval=5;Timeout=2", "cannot be reached")]
    public async Task Settings_that_contradict_each_other_are_a_sentence(string settings, string sentence) =>
        Assert.Contains(sentence, (await RefusedAsync($"Host=127.0.0.1;Port=1;Username=tp;Database=fleet;{settings}")).Message);

    /// <summary>A scheduler that is cut off with the lock of all nodes in hand holds up the others until the server ends its session.</summary>
    [Fact]
    public async Task Both_ends_ask_after_half_a_minute_and_a_session_lent_to_others_ends_when_it_says_nothing_within_a_transaction()
    {
        var database = PostgresDatabase.Parse(
            $"Host=127.0.0.1;Port={server.Cluster.Port};Username={PostgresCluster.TrustedUser};Database=postgres;SSL Mode=Disable");
        await using var engine = database.CreateEngine(new StoreOptions());
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

    private static async Task<StoreException> RefusedAsync(string target, string? password = PostgresCluster.Password)
    {
        var refused = await Assert.ThrowsAsync<StoreException>(() => OpenAsync(target, password));
        Assert.DoesNotContain(password ?? PostgresCluster.Password, refused.ToString());
        return refused;
    }

    private static Task<FleetStore> OpenAsync(string target, string? password) =>
        PostgresDatabase.Parse(target, password).OpenAsync(new StoreOptions(), Cancel);

    private string Target(string host, string root) =>
        $"Host={host};Port={server.Cluster.Port};Username={PostgresCluster.GuardedUser};Database=postgres;Root Certificate={root}";

    private string Root() => Write(StubCertificates.RootPem);

    private string Write(string text)
    {
        File.WriteAllText(_caFile, text);
        return _caFile;
    }

    public sealed class Server : IAsyncLifetime
    {
        internal PostgresCluster Cluster { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Cluster = await PostgresCluster.StartAsync(
            StubCertificates.Loopback.ExportCertificatePem(), StubCertificates.Loopback.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());

        public ValueTask DisposeAsync()
        {
            Cluster.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
