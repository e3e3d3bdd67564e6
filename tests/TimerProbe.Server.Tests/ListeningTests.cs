using System.IO.Pipelines;

namespace TimerProbe.Server.Tests;

/// <summary>Where a node listens, and by which certificate.</summary>
public sealed class ListeningTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-listening-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task It_speaks_TLS_tells_browsers_to_stay_and_takes_a_renewed_certificate_without_a_restart()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var first = Certificate("CN=first");
        Write(first);
        await using var node = await StartAsync(place, new { certificate = "server.pem", certificateKey = "server.key" });
        Assert.Equal("CN=first", await SubjectAsync(node));
        using var client = Client(node);
        using var page = await client.GetAsync("/sign-in", Cancel);
        Assert.Equal("max-age=31536000", Assert.Single(page.Headers.GetValues("Strict-Transport-Security")));
        Assert.All(page.Headers.GetValues("Set-Cookie"), cookie => Assert.Contains("; secure", cookie, StringComparison.OrdinalIgnoreCase));

        using var second = Certificate("CN=second");
        Write(second);
        await Until.Async(async () => await SubjectAsync(node) == "CN=second", () => "it still shows the first");

        await File.WriteAllTextAsync(GetPath("server.pem"), "gone", Cancel);
        await Until.Async(
            async () => await SubjectAsync(node) == "CN=second" && node.Complaints.Any(line => line.Contains("server.pem holds no certificate in PEM", StringComparison.Ordinal)),
            () => $"it does not say that the file is of no use: {string.Join('\n', node.Complaints)}");
        Assert.Equal("CN=second", await SubjectAsync(node));
    }

    [Theory]
    [InlineData("https://127.0.0.1:0", "", "https://127.0.0.1:0 needs a certificate: name its PEM file as server.certificate, and that of its key as server.certificateKey")]
    [InlineData("http://0.0.0.0:0", "", "http://0.0.0.0:0 is plain http and no loopback address: tokens could be read on the way. Listen on https with server.certificate, or set server.plainHttp where something else sees to TLS")]
    [InlineData("ftp://127.0.0.1", "", "'ftp://127.0.0.1' is nothing to listen at: it takes an address such as https://0.0.0.0:8443, https://[::]:8443 or http://localhost:8085")]
    [InlineData("https://127.0.0.1:0", "missing.pem", "cannot read {folder}/missing.pem: it does not exist")]
    [InlineData("https://127.0.0.1:0", "empty.pem", "{folder}/empty.pem holds no certificate in PEM")]
    [InlineData("https://127.0.0.1:0", "server.pem", "{folder}/server.pem holds no private key in PEM: name the file that does as server.certificateKey")]
    [InlineData("https://127.0.0.1:0", "server.pem other.key", "the key in {folder}/other.key is not that of the certificate in {folder}/server.pem")]
    [InlineData("https://127.0.0.1:0", "server.pem locked.key", "the key in {folder}/locked.key is encrypted: a server needs it without a password, readable by its own account only")]
    [InlineData("https://127.0.0.1:0", "expired.pem server.key", "the certificate in {folder}/expired.pem expired on 2020-01-01")]
    public async Task What_is_not_safe_or_cannot_work_is_refused_with_a_sentence(string address, string files, string sentence)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var certificate = Certificate("CN=server");
        using var expired = Certificate("CN=expired", notAfter: new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero));
        using var other = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        Write(certificate);
        await File.WriteAllTextAsync(GetPath("empty.pem"), "", Cancel);
        await File.WriteAllTextAsync(GetPath("expired.pem"), expired.ExportCertificatePem(), Cancel);
        await File.WriteAllTextAsync(GetPath("other.key"), other.ExportPkcs8PrivateKeyPem(), Cancel);
        await File.WriteAllTextAsync(GetPath("locked.key"), other.ExportEncryptedPkcs8PrivateKeyPem(
            "secret", new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 1)), Cancel);
        var named = files.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        var config = Configure(named.Length == 0 ? new { } : named.Length == 1 ? new { certificate = named[0] }
            : new { certificate = named[0], certificateKey = named[1] });

        var (exitCode, _, error) = await ServerNode.RunAsync("--store", place.Text, "--config", config, "--listen", address);
        Assert.Equal((2, $"timerprobe-server: {sentence.Replace("{folder}", _folder.FullName, StringComparison.Ordinal)}\n"), (exitCode, error));
        Assert.False(File.Exists(place.Text));
    }

    [Fact]
    public async Task A_port_that_is_taken_is_one_sentence()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var address = $"http://{taken.LocalEndpoint}";
        var (exitCode, _, error) = await ServerNode.RunAsync("--store", GetPath("fleet.db"), "--listen", address);
        Assert.Equal((3, $"timerprobe-server: Failed to bind to address {address}: address already in use: name another with --listen or server.listen\n"), (exitCode, error));
    }

    [Fact]
    public async Task An_address_that_this_machine_does_not_have_is_one_sentence()
    {
        var (exitCode, _, error) = await ServerNode.RunAsync("--store", GetPath("fleet.db"), "--config", Configure(new { plainHttp = true }), "--listen", "http://192.0.2.1:0");
        Assert.Equal((3, "timerprobe-server: cannot listen: Cannot assign requested address\n"), (exitCode, error));
    }

    [Fact]
    public async Task It_listens_where_its_own_configuration_says_and_nowhere_else()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var (byFile, byVariable) = (FreePort(), FreePort());
        await File.WriteAllTextAsync(GetPath("appsettings.json"), $$$"""{"Kestrel":{"Endpoints":{"a":{"Url":"http://127.0.0.1:{{{byFile}}}"} } },"Logging":{"LogLevel":{"Default":"Trace"} } }""", Cancel);
        var environment = new Dictionary<string, string>
        {
            ["PWD"] = Path.GetDirectoryName(GetPath("appsettings.json"))!,
            ["Kestrel__Endpoints__b__Url"] = $"http://127.0.0.1:{byVariable}",
        };
        await using var node = await ServerProcess.StartAsync(place.Text, environment, untilReady: true);
        foreach (var port in (int[])[byFile, byVariable])
        {
            using var client = new TcpClient();
            await Assert.ThrowsAsync<SocketException>(() => client.ConnectAsync("127.0.0.1", port, Cancel).AsTask());
        }

        Assert.Empty(node.Complaints);
        using var known = node.Client(token: null);
        Assert.Equal(HttpStatusCode.OK, (await known.GetAsync("/healthz", Cancel)).StatusCode);
    }

    [Fact]
    public async Task A_stream_that_its_client_resets_is_not_said()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        using var certificate = Certificate("CN=server");
        Write(certificate);
        await using var node = await StartAsync(place, new { certificate = "server.pem", certificateKey = "server.key" });
        using var client = Client(node);
        foreach (var path in (string[])["/sign-in", "/sign-in", Submission.Path, "/sign-out"])
        {
            using var reset = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
            var form = new Pipe();
            await form.Writer.WriteAsync("token=a"u8.ToArray(), Cancel);
            using var request = new HttpRequestMessage(HttpMethod.Post, path)
            {
                Version = HttpVersion.Version20,
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
                Content = new StreamContent(form.Reader.AsStream()) { Headers = { ContentType = new("application/x-www-form-urlencoded") } },
            };
            var answer = client.SendAsync(request, reset.Token);
            // A node may answer before the form, which never ends, and the client then stops sending it.
            await Task.WhenAny(Task.Delay(TimeSpan.FromMilliseconds(300), Cancel), answer);
            await reset.CancelAsync();
            _ = await Record.ExceptionAsync(() => answer);
        }

        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync("/healthz", Cancel)).StatusCode);
        Assert.Equal(0, await node.StopAsync());
        Assert.Empty(node.Complaints);
    }

    private static HttpClient Client(ServerNode node) => new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        UseCookies = false,
        SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = (_, shown, _, _) => shown is not null },
    })
    { BaseAddress = node.Address };

    private static async Task<string?> SubjectAsync(ServerNode node)
    {
        string? subject = null;
        using var client = new HttpClient(new SocketsHttpHandler { SslOptions = new SslClientAuthenticationOptions { RemoteCertificateValidationCallback = (_, shown, _, _) => (subject = shown?.Subject) is not null } });
        await client.GetAsync(new Uri(node.Address, "/healthz"), Cancel);
        return subject;
    }

    private static X509Certificate2 Certificate(string subject, DateTimeOffset? notAfter = null)
    {
        var end = notAfter ?? TimeProvider.System.GetUtcNow().AddDays(1);
        var request = new CertificateRequest(subject, ECDsa.Create(ECCurve.NamedCurves.nistP256), HashAlgorithmName.SHA256);
        return request.CreateSelfSigned(end.AddDays(-30), end);
    }

    private string GetPath(string file) => Path.Combine(_folder.FullName, file);

    private void Write(X509Certificate2 certificate)
    {
        File.WriteAllText(GetPath("server.pem"), certificate.ExportCertificatePem());
        File.WriteAllText(GetPath("server.key"), certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
    }

    private string Configure(object server)
    {
        File.WriteAllText(GetPath("server.json"), JsonSerializer.Serialize(new { server }));
        return GetPath("server.json");
    }

    private Task<ServerNode> StartAsync(TestStore place, object server) => ServerNode.StartAsync(place.Text, "--listen", "https://127.0.0.1:0", "--config", Configure(server));
}
