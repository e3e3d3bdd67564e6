using System.Security.Cryptography.X509Certificates;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Tests.Alerts.Receivers;
using TimerProbe.Fleet.Tests.Running;
using TimerProbe.VSphere.Tests.Stub;

namespace TimerProbe.Fleet.Tests.Store;

/// <summary>A store on a network: what answers in its place is told nothing, and a server that is what it should be is used.</summary>
public sealed class PostgresSecurityTests(PostgresSecurityTests.Server server) : IClassFixture<PostgresSecurityTests.Server>, IDisposable
{
    private const string Secret = "s3cret-of-the-store";

    private readonly string _caFile = Path.GetTempFileName();

    public void Dispose() => File.Delete(_caFile);

    [Theory]
    [InlineData("", "offers no TLS")]
    [InlineData(";SSL Mode=Prefer", "asks for the password in clear text, and was not told it")]
    [InlineData(";SSL Mode=Disable", "asks for the password in clear text, and was not told it")]
    public async Task What_asks_for_the_password_in_clear_text_is_not_told_it(string words, string sentence)
    {
        using var asking = new AskingServer(certificate: null);

        var refused = await RefusedAsync($"postgres:Host=127.0.0.1;Port={asking.Port};Username=tp;Database=fleet{words}", Secret);

        Assert.Contains(sentence, refused.Message);
        Assert.DoesNotContain(Secret, asking.Told);
    }

    [Fact]
    public async Task Not_even_over_verified_TLS()
    {
        using var asking = new AskingServer(StubCertificates.Loopback);

        var refused = await RefusedAsync($"postgres://tp@127.0.0.1:{asking.Port}/fleet?sslrootcert={Uri.EscapeDataString(Root())}", Secret);

        Assert.Contains("asks for the password in clear text, and was not told it", refused.Message);
        Assert.Contains("tp", asking.Told);
        Assert.DoesNotContain(Secret, asking.Told);
    }

    [Fact]
    public async Task Words_in_the_target_allow_it()
    {
        using var asking = new AskingServer(StubCertificates.Loopback);

        await RefusedAsync($"postgres://tp@127.0.0.1:{asking.Port}/fleet?require_auth=password&connect_timeout=2&sslrootcert={Uri.EscapeDataString(Root())}", Secret);

        Assert.Contains(Secret, asking.Told);
    }

    [Fact]
    public async Task A_server_whose_certificate_an_own_authority_issued_is_used()
    {
        await using var store = await OpenAsync(Target("127.0.0.1", Root()), PostgresCluster.Password);
        Assert.Null(store.Target.NotVerified);
        Assert.Empty(await store.TargetsAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task The_same_by_an_address()
    {
        var root = Uri.EscapeDataString(Root());
        await using var store = await OpenAsync($"postgresql://{PostgresCluster.GuardedUser}@127.0.0.1:{server.Cluster.Port}/postgres?sslmode=verify-full&sslrootcert={root}&search_path=by_address", PostgresCluster.Password);
        Assert.Empty(await store.TargetsAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Another_name_than_that_in_the_certificate_is_refused() =>
        Assert.Contains("the certificate that localhost presented was not issued for this name", (await RefusedAsync(Target("localhost", Root()))).Message);

    [Fact]
    public async Task Another_name_is_used_where_the_target_says_so() => await (await OpenAsync(Target("localhost", Root(), "verify-ca"), PostgresCluster.Password)).DisposeAsync();

    [Fact]
    public async Task Another_authority_is_refused()
    {
        var other = Write(IssuedChain.New().RootPem);
        Assert.Contains($"was not issued by an authority in {other}", (await RefusedAsync(Target("127.0.0.1", other))).Message);
    }

    [Fact]
    public async Task A_root_certificate_counts_with_require_too()
    {
        var other = Write(IssuedChain.New().RootPem);
        Assert.Contains($"was not issued by an authority in {other}", (await RefusedAsync(Target("127.0.0.1", other, "require"))).Message);
    }

    [Fact]
    public async Task Without_a_root_certificate_the_system_is_asked() =>
        Assert.Contains("is not trusted here: name the file with your own certificate authority", (await RefusedAsync(Target("127.0.0.1", "system"))).Message);

    [Fact]
    public async Task A_root_certificate_that_is_not_there_is_said() =>
        Assert.Contains("the root certificate /nowhere/ca.pem does not exist", (await RefusedAsync(Target("127.0.0.1", "/nowhere/ca.pem"))).Message);

    [Fact]
    public async Task A_file_without_certificates_is_said() =>
        Assert.Contains("holds no PEM certificate", (await RefusedAsync(Target("127.0.0.1", Write("nothing of use")))).Message);

    [Fact]
    public async Task A_client_certificate_that_is_not_there_is_said() =>
        Assert.Contains("the certificate /nowhere/me.pem does not exist", (await RefusedAsync(Target("127.0.0.1", Root()) + "&sslcert=/nowhere/me.pem")).Message);

    [Fact]
    public async Task A_certificate_that_has_expired_is_refused()
    {
        using var expired = await Server.StartAsync(StubCertificates.Expired);
        Assert.Contains("has expired or is not valid yet", (await RefusedAsync(Target("127.0.0.1", Root(), port: expired.Port))).Message);
    }

    [Theory]
    [InlineData(PostgresCluster.PlainUser, "asks for the password in clear text, and was not told it")]
    [InlineData(PostgresCluster.TrustedUser, "asks for no password, so that it may be any server")]
    public async Task A_real_server_that_does_not_use_SCRAM_is_refused(string user, string sentence) =>
        Assert.Contains(sentence, (await RefusedAsync(Target("127.0.0.1", Root(), user: user), PostgresCluster.Password)).Message);

    [Theory]
    [InlineData(PostgresCluster.PlainUser, "password")]
    [InlineData(PostgresCluster.TrustedUser, "none")]
    [InlineData(PostgresCluster.GuardedUser, "scram-sha-256,password")]
    public async Task What_the_target_allows_in_words_is_used(string user, string method) =>
        await (await OpenAsync(Target("127.0.0.1", Root(), user: user) + $"&require_auth={method}&search_path=allowed_{user}", PostgresCluster.Password)).DisposeAsync();

    [Theory]
    [InlineData("")]
    [InlineData("&target_session_attrs=read-write")]
    public async Task Of_several_hosts_the_one_that_answers_is_used(string more)
    {
        var target = $"postgres://{PostgresCluster.GuardedUser}@127.0.0.1:1,127.0.0.1:{server.Cluster.Port}/postgres?search_path=several{more}&sslrootcert={Uri.EscapeDataString(Root())}";
        await (await OpenAsync(target, PostgresCluster.Password)).DisposeAsync();
    }

    [Fact]
    public async Task Of_several_hosts_the_refusal_is_said_too()
    {
        var target = $"postgres://{PostgresCluster.GuardedUser}@127.0.0.1:1,localhost:{server.Cluster.Port}/postgres?sslrootcert={Uri.EscapeDataString(Root())}";
        Assert.Contains("was not issued for this name", (await RefusedAsync(target)).Message);
    }

    [Theory]
    [InlineData("sslnegotiation=direct&sslmode=disable", "its settings do not go together (SSL Mode has to be Require")]
    [InlineData("keepalives_interval=5&connect_timeout=2", "cannot be reached")]
    public async Task Settings_that_contradict_each_other_are_a_sentence(string query, string sentence) =>
        Assert.Contains(sentence, (await RefusedAsync($"postgres://tp@127.0.0.1:1/fleet?{query}")).Message);

    [Fact]
    public async Task The_environment_lowers_nothing()
    {
        using var asking = new AskingServer(certificate: null);
        Environment.SetEnvironmentVariable("PGSSLMODE", "disable");
        try
        {
            Assert.Contains("offers no TLS", (await RefusedAsync($"postgres://tp@127.0.0.1:{asking.Port}/fleet", Secret)).Message);
        }
        finally
        {
            Environment.SetEnvironmentVariable("PGSSLMODE", null);
        }
    }

    private static async Task<StoreException> RefusedAsync(string target, string password = PostgresCluster.Password)
    {
        var refused = await Assert.ThrowsAsync<StoreException>(() => OpenAsync(target, password));
        Assert.DoesNotContain(password, refused.ToString());
        return refused;
    }

    private static Task<FleetStore> OpenAsync(string target, string password) =>
        FleetStore.OpenAsync(StoreTarget.Parse(target), new StoreOptions { Password = password }, TestContext.Current.CancellationToken);

    private string Target(string host, string root, string mode = "verify-full", int? port = null, string user = PostgresCluster.GuardedUser) =>
        $"postgres://{user}@{host}:{port ?? server.Cluster.Port}/postgres?sslmode={mode}&sslrootcert={Uri.EscapeDataString(root)}";

    private string Root() => Write(StubCertificates.RootPem);

    private string Write(string text)
    {
        File.WriteAllText(_caFile, text);
        return _caFile;
    }

    /// <summary>A PostgreSQL on loopback, with a certificate for 127.0.0.1.</summary>
    public sealed class Server : IAsyncLifetime
    {
        internal PostgresCluster Cluster { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Cluster = await StartAsync(StubCertificates.Loopback);

        public ValueTask DisposeAsync()
        {
            Cluster.Dispose();
            return ValueTask.CompletedTask;
        }

        internal static Task<PostgresCluster> StartAsync(X509Certificate2 certificate) =>
            PostgresCluster.StartAsync(certificate.ExportCertificatePem(), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
    }
}
