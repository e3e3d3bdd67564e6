namespace TimerProbe.VSphere.Tests;

public sealed class ServerTrustTests
{
    private static readonly string Seen = Thumbprint(StubCertificates.Loopback);

    [Fact]
    public async Task An_unknown_issuer_is_refused_before_anything_is_sent()
    {
        await using var server = await StubServer.StartAsync();
        var error = await Refusal(server, ServerTrust.System);
        Assert.Contains("presented a certificate that is not trusted: its issuer CN=Stub CA is not trusted here; pass --ca-file or --thumbprint", error.Message, StringComparison.Ordinal);
        Assert.Contains(Seen, error.Message, StringComparison.Ordinal);
        Assert.Empty(server.Requests);
    }

    [Fact]
    public async Task What_was_presented_can_be_judged_by_a_person()
    {
        await using var server = await StubServer.StartAsync(StubCertificates.OfAnotherName);
        var certificate = (await Refusal(server, IssuedByRoot())).Certificate!;
        Assert.Equal(Thumbprint(StubCertificates.OfAnotherName), certificate.Thumbprint);
        Assert.Equal(StubCertificates.OfAnotherName.Subject, certificate.Subject);
        Assert.Equal("CN=Stub CA", certificate.Issuer);
        Assert.Equal("it was not issued for this name", certificate.Doubt);
        Assert.True(certificate.NotBefore < certificate.NotAfter);
        Assert.Empty(server.Requests);
    }

    [Fact]
    public async Task The_right_authority_is_enough()
    {
        await using var server = await StubServer.StartAsync();
        await using var session = await server.ConnectAsync(server.Options with { Trust = IssuedByRoot() });
        Assert.True(session.Content.About.IsVirtualCenter);
    }

    [Theory]
    [InlineData("name", "not trusted: it was not issued for this name; pass")]
    [InlineData("time", "it has expired or is not valid yet")]
    public async Task The_right_authority_does_not_excuse_another_name_or_time(string wrong, string sentence)
    {
        await using var server = await StubServer.StartAsync(wrong == "name" ? StubCertificates.OfAnotherName : StubCertificates.Expired);
        Assert.Contains(sentence, (await Refusal(server, IssuedByRoot())).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_thumbprint_with_colons_in_lower_case_is_enough()
    {
        await using var server = await StubServer.StartAsync();
        await using var session = await server.ConnectAsync(server.Options with { Trust = ServerTrust.Pinned(Seen.ToLowerInvariant()) });
        Assert.Equal(1, server.OpenSessions);
    }

    [Fact]
    public async Task A_changed_certificate_is_refused_with_both_thumbprints()
    {
        await using var server = await StubServer.StartAsync(StubCertificates.Renewed);
        var error = await Refusal(server, server.Options.Trust);
        Assert.Contains(Seen, error.Message, StringComparison.Ordinal);
        Assert.Contains(Thumbprint(StubCertificates.Renewed), error.Message, StringComparison.Ordinal);
        Assert.Empty(server.Requests);
    }

    [Fact]
    public async Task Insecure_takes_anything_and_says_so()
    {
        await using var server = await StubServer.StartAsync(StubCertificates.Expired);
        await using var session = await server.ConnectAsync(server.Options with { Trust = ServerTrust.Insecure });
        Assert.True(session.Options.Trust.AcceptsAnything);
    }

    [Theory]
    [InlineData("", "64 hexadecimal digits")]
    [InlineData("not hexadecimal", "64 hexadecimal digits")]
    [InlineData("AB:CD", "64 hexadecimal digits")]
    [InlineData("da39a3ee5e6b4b0d3255bfef95601890afd80709", "SHA-1")]
    public void A_text_that_is_no_thumbprint_is_refused(string text, string sentence)
    {
        var error = Assert.Throws<VSphereException>(() => ServerTrust.Pinned(text));
        Assert.Equal(VSphereErrorKind.Configuration, error.Kind);
        Assert.Contains(sentence, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("no certificate")]
    [InlineData("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")]
    public void A_file_that_is_no_certificate_is_refused(string content)
    {
        using var file = new TemporaryFile("ca.pem", content);
        Assert.Equal(VSphereErrorKind.Configuration, Assert.Throws<VSphereException>(() => ServerTrust.IssuedBy(file.Path, Cancel)).Kind);
    }

    [Fact]
    public void A_file_that_is_not_there_is_named()
    {
        var file = Path.Combine(Path.GetTempPath(), "no-ca.pem");
        Assert.Contains(file, Assert.Throws<VSphereException>(() => ServerTrust.IssuedBy(file, Cancel)).Message, StringComparison.Ordinal);
    }

    private static ServerTrust IssuedByRoot()
    {
        using var file = new TemporaryFile("ca.pem", "# a comment\n" + StubCertificates.RootPem);
        return ServerTrust.IssuedBy(file.Path, Cancel);
    }

    private static async Task<VSphereException> Refusal(StubServer server, ServerTrust trust)
    {
        var error = await Assert.ThrowsAsync<VSphereException>(() => server.ConnectAsync(server.Options with { Trust = trust }));
        Assert.Equal(VSphereErrorKind.UntrustedServer, error.Kind);
        return error;
    }

    private static string Thumbprint(X509Certificate2 certificate) =>
        string.Join(':', StubCertificates.Sha256(certificate).Chunk(2).Select(pair => new string(pair)));
}
