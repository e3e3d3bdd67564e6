namespace TimerProbe.Server.Tests;

/// <summary>A guest that submits to something that does not answer as a good server does.</summary>
public sealed class SubmitAnswerTests
{
    private const int Partial = 5;

    [Theory]
    [InlineData(500, "text/html", "<h1>no</h1>", "answered 500")]
    [InlineData(404, "text/html", "nothing here", "that is not the address of a timerprobe-server")]
    [InlineData(302, "text/html", "", "a redirect, which is not followed")]
    [InlineData(401, "application/problem+json", "{}", "does not accept the token")]
    [InlineData(403, "text/html", "a proxy forbids it", "the token may not submit there")]
    [InlineData(400, "text/html", "a proxy does not understand it", "answered 400")]
    [InlineData(200, "text/plain", "", null)]
    public async Task Only_a_server_that_says_why_has_a_run_set_aside(int status, string type, string body, string? sentence)
    {
        await using var server = await LoopbackServer.StartAsync(context => AnswerAsync(context, status, type, body));
        using var guest = new GuestMachine("tps_secret");

        var (exitCode, _, error) = await guest.CheckAsync(server.Address);

        Assert.Equal(sentence is null ? 0 : Partial, exitCode);
        Assert.Contains(sentence ?? "", error);
        Assert.DoesNotContain("tps_secret", error);
        Assert.Equal(sentence is null ? 0 : 1, guest.Waiting.Count(file => file.EndsWith(".check.json", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(400)]
    [InlineData(403)]
    [InlineData(413)]
    public async Task What_is_refused_with_a_reason_is_sent_once_only(int status)
    {
        await using var server = await LoopbackServer.StartAsync(
            context => AnswerAsync(context, status, "application/problem+json", """{"detail":"it is\nwrong\u001b[31m"}"""));
        using var guest = new GuestMachine("tps_secret");

        var first = await guest.CheckAsync(server.Address);
        Assert.Equal(Partial, first.ExitCode);
        Assert.Contains("is set aside", first.Error);
        Assert.DoesNotContain('\u001b', first.Error);
        Assert.Equal(1, server.Asked);

        await guest.CheckAsync(server.Address);
        Assert.Equal(2, server.Asked);
        Assert.All(guest.Waiting, file => Assert.EndsWith(".aside", file));
    }

    [Fact]
    public async Task A_check_that_is_told_to_come_again_soon_does_so_in_its_time()
    {
        var asked = new ConcurrentQueue<long>();
        await using var server = await LoopbackServer.StartAsync(context =>
        {
            asked.Enqueue(TimeProvider.System.GetTimestamp());
            context.Response.Headers.RetryAfter = "1";
            return AnswerAsync(context, asked.Count < 3 ? 429 : 201, "application/json", "{}");
        });
        using var guest = new GuestMachine("tps_secret");

        var done = await guest.CheckAsync(server.Address);

        Assert.Equal((0, ""), (done.ExitCode, done.Error));
        Assert.All(asked.Zip(asked.Skip(1)),
            pair => Assert.True(TimeProvider.System.GetElapsedTime(pair.First, pair.Second) >= TimeSpan.FromSeconds(0.99)));
    }

    [Fact]
    public async Task A_watch_measures_on_beside_a_server_that_is_away_and_does_not_come_before_its_time()
    {
        await using var server = await LoopbackServer.StartAsync(context =>
        {
            context.Response.Headers.RetryAfter = "600";
            return AnswerAsync(context, 503, "text/plain", "");
        });
        using var guest = new GuestMachine("tps_secret");
        await guest.CheckAsync(server.Address);

        var watch = await guest.RunAsync("watch", "--for", "12s", "--every", "1s", "--submit", server.Address.ToString(), "--submit-token-file", guest.TokenFile);

        // The check, the watch at its start, and its last words.
        Assert.Equal(3, server.Asked);
        Assert.Equal(Partial, watch.ExitCode);
        Assert.Contains("  stopped ", watch.Out);
    }

    [Fact]
    public async Task The_token_goes_only_to_a_server_whose_certificate_is_believed()
    {
        await using var server = await LoopbackServer.StartAsync(
            context => AnswerAsync(context, 201, "application/json", "{}"), StubCertificates.Loopback);
        using var guest = new GuestMachine("tps_secret");
        var authorities = guest.TokenFile + ".pem";
        await File.WriteAllTextAsync(authorities, StubCertificates.RootPem, Cancel);

        var refused = await guest.CheckAsync(server.Address);
        Assert.Equal((Partial, 0), (refused.ExitCode, server.Asked));
        Assert.Contains("--submit-ca-file", refused.Error);

        var believed = await guest.CheckAsync(server.Address, "--submit-ca-file", authorities);
        Assert.Equal((0, 2), (believed.ExitCode, server.Asked));
    }

    private static Task AnswerAsync(HttpContext context, int status, string type, string body)
    {
        (context.Response.StatusCode, context.Response.ContentType) = (status, type);
        return context.Response.WriteAsync(body, Cancel);
    }
}
