using System.Net.Sockets;
using Microsoft.Extensions.Time.Testing;

namespace TimerProbe.VSphere.Tests;

public sealed class SessionTests : StubServerTest
{
    [Fact]
    public async Task A_session_knows_its_server_and_speaks_its_version()
    {
        await using (var session = await Server.ConnectAsync())
        {
            Assert.True(session.Content.About.IsVirtualCenter);
            Assert.Equal("8.0.3", session.Content.About.Version);
            Assert.Equal("4b1f7c1e-0000-4000-8000-000000000001", session.Content.About.InstanceUuid);
            Assert.Equal(new ManagedObjectReference("Folder", "group-d1"), session.Content.RootFolder);
        }

        Assert.Equal(["RetrieveServiceContent", "Login", "Logout"], Server.Methods);
        Assert.Equal(["\"urn:vim25/6.0\"", "\"urn:vim25/8.0.3.0\"", "\"urn:vim25/8.0.3.0\""], Server.Requests.Select(request => request.SoapAction));
        Assert.All(Server.Requests, request => Assert.Equal("TimerProbe", request.UserAgent));
        Assert.Equal(0, Server.OpenSessions);
    }

    [Theory]
    [InlineData("<loginTime>2026-11-21T03:00:00.5Z</loginTime>", "2026-11-21T03:00:00.5Z")]
    [InlineData("<loginTime>yesterday</loginTime>", null)]
    [InlineData("", null)]
    public async Task The_login_tells_the_clock_of_the_server(string told, string? time)
    {
        Server.On("Login", _ => StubAnswer.Xml($"<returnval><key>1</key>{told}</returnval>"));
        var clock = new FakeTimeProvider();
        await using var session = await Server.ConnectAsync(Server.Options with { TimeProvider = clock });
        Assert.Equal(time is null ? null : DateTimeOffset.Parse(time, System.Globalization.CultureInfo.InvariantCulture), clock.GetUtcNow() + session.ClockSkew);
    }

    [Fact]
    public async Task A_version_that_would_break_the_header_is_not_spoken()
    {
        Server.On("RetrieveServiceContent", _ => StubAnswer.Xml(StubContent.ServiceContent(apiVersion: "8.0&#13;&#10;X: y")));
        await using var session = await Server.ConnectAsync();
        Assert.All(Server.Requests, request => Assert.Equal("\"urn:vim25/6.0\"", request.SoapAction));
    }

    [Fact]
    public async Task A_wrong_password_is_refused_and_shown_nowhere()
    {
        var credential = new Login("scan@vsphere.local", "secret-<&>-password");
        var error = await Assert.ThrowsAsync<VSphereException>(() => VSphereSession.ConnectAsync(Server.Address, credential, Server.Options, Cancel));
        Assert.Equal(VSphereErrorKind.LoginRefused, error.Kind);
        Assert.Equal($"{Server.Address} refused the login of scan@vsphere.local: the user name or the password is wrong, or the account is locked", error.Message);
        Assert.DoesNotContain("secret", error.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("secret", credential.ToString(), StringComparison.Ordinal);
        Assert.Equal("secret-<&>-password", Server.Requests.Last().Text("password"));
        Assert.Equal(1, Server.Count("Login"));
    }

    [Theory]
    [InlineData("InvalidLogin", "no")]
    [InlineData("NoPermission", "no")]
    [InlineData("PasswordExpired", "no")]
    [InlineData("OutOfBounds", "the maximum number of sessions of svcSecret is reached")]
    [InlineData("HostConnectFault", "svcSecret is not welcome")]
    public async Task An_account_whose_login_is_refused_is_not_told_anonymously(string fault, string message)
    {
        Server.On("Login", _ => StubAnswer.Fault(fault, message));
        var credential = new Login("svcSecret", "a password");
        var error = await Assert.ThrowsAsync<VSphereException>(() => VSphereSession.ConnectAsync(Server.Address, credential, Server.Options, Cancel));
        Assert.Contains("refused the login of svcSecret", error.Message, StringComparison.Ordinal);
        var told = new Pseudonyms([1]).Apply(new VCenterFacts { Server = "vc1", Status = ReadStatus.Failed }.With([error.Problem]));
        Assert.Equal(error.Problem.Code, told.Problems[0]);
        Assert.DoesNotContain("svcSecret", told.ProblemDetails[0].ToString(), StringComparison.OrdinalIgnoreCase);
    }

    [Theory]
    [InlineData("NoPermission", "Permission to perform this operation was denied.", VSphereErrorKind.NoPermission, "has no role there")]
    [InlineData("NoPermission", "Host is in lockdown mode", VSphereErrorKind.LoginRefused, "the host is in lockdown mode, which lets only its vCenter in (Host is in lockdown mode)")]
    [InlineData("InvalidLogin", "Login failed: the host's Lockdown Mode is on", VSphereErrorKind.LoginRefused, "in (Login failed: the host's Lockdown Mode is on)")]
    [InlineData("OutOfBounds", "The session limit is reached", VSphereErrorKind.SessionLimit, "accepts no more sessions")]
    [InlineData("SystemError", "Too many sessions", VSphereErrorKind.SessionLimit, "accepts no more sessions")]
    [InlineData("SystemError", "Out of luck", VSphereErrorKind.Fault, "Out of luck (SystemError)")]
    public async Task Other_refusals_have_sentences_of_their_own(string fault, string message, VSphereErrorKind kind, string sentence)
    {
        Server.On("Login", _ => StubAnswer.Fault(fault, message));
        var error = await Assert.ThrowsAsync<VSphereException>(() => Server.ConnectAsync());
        Assert.Equal(kind, error.Kind);
        Assert.StartsWith($"{Server.Address} refused the login of scan@vsphere.local: ", error.Message, StringComparison.Ordinal);
        Assert.Contains(sentence, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Requests_that_lose_the_session_together_share_one_login()
    {
        Server.On("CurrentTime", _ => StubAnswer.Xml("<returnval>2026-11-21T03:00:00Z</returnval>"));
        await using var session = await Server.ConnectAsync(Server.Options with { Concurrency = 8 });
        Server.ExpireSessions();
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => session.AskTimeAsync(Cancel)));
        Assert.Equal(2, Server.Count("Login"));
    }

    [Fact]
    public async Task A_session_that_is_never_accepted_ends_in_an_error()
    {
        Server.On("CurrentTime", _ => StubAnswer.Fault("NotAuthenticated"));
        var error = await FailAsync();
        Assert.Equal(VSphereErrorKind.NotAuthenticated, error.Kind);
        Assert.Equal(2, Server.Count("CurrentTime"));
    }

    [Fact]
    public async Task A_server_that_greets_nobody_without_a_login_is_none_of_vSphere()
    {
        Server.On("RetrieveServiceContent", _ => StubAnswer.Fault("NotAuthenticated"));
        var error = await Assert.ThrowsAsync<VSphereException>(() => Server.ConnectAsync());
        Assert.Equal(VSphereErrorKind.NotVSphere, error.Kind);
        Assert.Equal(0, Server.Count("Login"));
    }

    [Fact]
    public async Task A_cancelled_read_still_logs_out()
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        Server.On("CurrentTime", _ => StubAnswer.Never(stop.Cancel));
        await using (var session = await Server.ConnectAsync())
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => session.AskTimeAsync(stop.Token));
        }

        Assert.Equal("Logout", Server.Methods[^1]);
        Assert.Equal(0, Server.OpenSessions);
    }

    [Fact]
    public async Task A_login_cancelled_on_its_way_back_leaves_no_session()
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        Server.On("Login", _ => StubAnswer.Never(stop.Cancel));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            VSphereSession.ConnectAsync(Server.Address, new("scan", StubServer.Password), Server.Options, stop.Token));
        Assert.Equal("Logout", Server.Methods[^1]);
    }

    [Fact]
    public async Task A_logout_that_is_never_answered_ends_by_itself()
    {
        var asked = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Server.On("Logout", _ => StubAnswer.Never(asked.SetResult));
        var time = new FakeTimeProvider();
        var session = await Server.ConnectAsync(Server.Options with { LogoutTimeout = TimeSpan.FromSeconds(3), TimeProvider = time });
        var leaving = session.DisposeAsync().AsTask();
        await asked.Task.WaitAsync(Cancel);
        time.Advance(TimeSpan.FromSeconds(2.9));
        Assert.False(leaving.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(0.1));
        await leaving.WaitAsync(Cancel);
    }

    [Fact]
    public async Task Never_more_requests_at_once_than_allowed()
    {
        const int Allowed = 3;
        var arrived = Enumerable.Range(0, 300).Select(_ => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).ToArray();
        Server.On("CurrentTime", request =>
        {
            // Each is answered once so many are there that the next has to wait for it.
            arrived[request.Turn - 1].SetResult();
            var last = arrived[Math.Min(request.Turn + Allowed - 2, arrived.Length - 1)];
            return StubAnswer.Xml("<returnval>2026-11-21T03:00:00Z</returnval>").After(last.Task);
        });
        await using var session = await Server.ConnectAsync(Server.Options with { Concurrency = Allowed });
        await Task.WhenAll(arrived.Select(_ => session.AskTimeAsync(Cancel)));
        Assert.Equal(Allowed, Server.MostInFlight);
    }

    [Fact]
    public void More_than_eight_at_once_cannot_be_asked_for() => Assert.Throws<ArgumentOutOfRangeException>(() => new VSphereOptions { Concurrency = 9 });

    [Fact]
    public async Task A_server_that_stays_busy_is_left_alone_after_a_few_tries()
    {
        Server.On("RetrieveServiceContent", _ => StubAnswer.Status(503));
        var error = await Assert.ThrowsAsync<VSphereException>(() => Server.ConnectAsync());
        Assert.Equal(VSphereErrorKind.Busy, error.Kind);
        Assert.Equal(3, Server.Count("RetrieveServiceContent"));
    }

    [Theory]
    [InlineData(null, 2)]
    [InlineData("SystemError", 2)]
    [InlineData("InvalidLogin", 1)]
    [InlineData("PasswordExpired", 1)]
    [InlineData("NoPermission", 1)]
    public async Task A_login_is_tried_once_more_where_the_server_failed_and_never_where_the_account_is_refused(string? fault, int tries)
    {
        Server.On("Login", _ => fault is null ? StubAnswer.Status(503) : StubAnswer.Fault(fault));
        await Assert.ThrowsAsync<VSphereException>(() => Server.ConnectAsync());
        Assert.Equal(tries, Server.Count("Login"));
    }

    [Fact]
    public async Task An_unknown_name_is_called_unknown()
    {
        var error = await FailToConnect(VSphereServer.Parse("no-such-host.invalid"));
        Assert.Equal(VSphereErrorKind.UnknownHost, error.Kind);
        Assert.Equal("no-such-host.invalid is unknown: its name does not resolve to an address", error.Message);
    }

    [Theory]
    [InlineData(false, VSphereErrorKind.Unreachable, "refused the connection to port")]
    [InlineData(true, VSphereErrorKind.Timeout, "did not accept a connection")]
    public async Task A_port_that_is_closed_or_says_nothing_is_told(bool listens, VSphereErrorKind kind, string words)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var server = new VSphereServer("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port);
        if (!listens)
        {
            listener.Stop();
        }

        var error = await FailToConnect(server, new VSphereOptions { ConnectTimeout = TimeSpan.FromMilliseconds(300) });
        Assert.Equal(kind, error.Kind);
        Assert.Contains(words, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(404)]
    [InlineData(302)]
    [InlineData(200)]
    [InlineData(500)]
    public async Task A_web_server_is_not_taken_for_a_vSphere_server(int status)
    {
        Server.On("RetrieveServiceContent", _ => StubAnswer.Status(status));
        var error = await Assert.ThrowsAsync<VSphereException>(() => Server.ConnectAsync());
        Assert.Equal(VSphereErrorKind.NotVSphere, error.Kind);
        Assert.StartsWith($"{Server.Address} is not a vCenter or ESXi host: ", error.Message, StringComparison.Ordinal);
        Assert.Equal(["RetrieveServiceContent", "RetrieveServiceContent"], Server.Methods);
    }

    private static Task<VSphereException> FailToConnect(VSphereServer server, VSphereOptions? options = null) =>
        Assert.ThrowsAsync<VSphereException>(() => VSphereSession.ConnectAsync(server, new("scan", "x"), options ?? new(), Cancel));
}
