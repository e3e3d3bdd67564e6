namespace TimerProbe.SqlServer.Tests;

public sealed class ConnectingTests
{
    [Fact]
    public async Task A_login_reaches_the_server_as_it_was_given()
    {
        await using var server = StandIn.But(_ => null);
        await using var session = await StandIn.OpenAsync(server);
        Assert.Equal([new TdsLogin("probe", "p'ä;\"}ss", "sales", "TimerProbe")], server.Logins);
        Assert.Equal("SQL Server", session.Identity.Engine);
        Assert.Equal(("16.0.4135.4", 16, "sales"), (session.Identity.Version, session.Identity.SyntaxVersion, session.Identity.Database));
    }

    [Theory]
    [InlineData(18456, 14, "Login failed for user 'probe'.", SqlServerErrorKind.LoginRefused, "probe")]
    [InlineData(4060, 11, "Cannot open database \"sales\" requested by the login.", SqlServerErrorKind.NoDatabase, "sales")]
    [InlineData(40613, 17, "Database is not currently available.", SqlServerErrorKind.Refused, "not currently available")]
    public async Task A_refused_login_says_why(int number, byte severity, string message, SqlServerErrorKind kind, string words)
    {
        await using var server = new TdsServer { LogIn = (_, _) => Task.FromResult(TdsAnswer.Error(number, severity, message)) };
        var error = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.OpenAsync(server));
        Assert.Equal(kind, error.Kind);
        Assert.Contains(words, error.Message, StringComparison.Ordinal);
        Assert.Single(server.Logins);
    }

    [Fact]
    public async Task An_untrusted_certificate_is_refused_with_what_to_do_and_no_password_is_sent()
    {
        await using var server = new TdsServer();
        var error = await Assert.ThrowsAsync<SqlServerException>(
            () => StandIn.OpenAsync(server, StandIn.Options with { TrustServerCertificate = false }));
        Assert.Equal(SqlServerErrorKind.UntrustedServer, error.Kind);
        Assert.Contains("--trust-server-certificate", error.Message, StringComparison.Ordinal);
        Assert.Empty(server.Logins);
    }

    [Fact]
    public async Task A_closed_port_is_told_at_once()
    {
        var server = new TdsServer();
        var target = server.Target;
        await server.DisposeAsync();
        var error = await Assert.ThrowsAsync<SqlServerException>(() => SqlServerSession.OpenAsync(target, StandIn.Options, Cancel));
        Assert.Equal(SqlServerErrorKind.Unreachable, error.Kind);
    }

    [Fact]
    public async Task What_takes_a_connection_and_ends_it_was_never_reached()
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        var closing = Task.Run(async () =>
        {
            while (true)
            {
                using var client = await listener.AcceptSocketAsync(Cancel);
                client.Shutdown(System.Net.Sockets.SocketShutdown.Send);
            }
        }, Cancel);
        var target = SqlServerTarget.Parse($"127.0.0.1,{((System.Net.IPEndPoint)listener.LocalEndpoint).Port}");
        var error = await Assert.ThrowsAsync<SqlServerException>(() => SqlServerSession.OpenAsync(target, StandIn.Options, Cancel));
        listener.Stop();
        Assert.Equal(SqlServerErrorKind.Unreachable, error.Kind);
        Assert.StartsWith($"no connection to {target}: ", error.Message, StringComparison.Ordinal);
        await Assert.ThrowsAnyAsync<Exception>(() => closing);
    }

    [Fact]
    public async Task Integrated_security_is_refused_outside_Windows()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has integrated security.");
        await using var server = new TdsServer();
        var error = await Assert.ThrowsAsync<SqlServerException>(
            () => StandIn.OpenAsync(server, StandIn.Options with { Credential = null }));
        Assert.Equal(SqlServerErrorKind.NotPossibleHere, error.Kind);
    }
}
