using Microsoft.AspNetCore.Builder;

namespace TimerProbe.Server.Tests.Pages;

/// <summary>What people are told when something does not work, and programs still.</summary>
public sealed class ErrorPageTests(SharedNode shared) : IClassFixture<SharedNode>
{
    private const string OfBrowsers = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    [Fact]
    public async Task Somebody_is_told_what_to_do_and_a_program_the_problem()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        await using var store = await place.OpenAsync();
        var guest = await store.AddTokenAsync([Scope.Submit], "<b>guest</b>");

        await AssertAsync(node.Client(guest), HttpMethod.Get, "/machines", HttpStatusCode.Forbidden, "You may not do this", "&lt;b&gt;guest&lt;/b&gt;", "<code>read</code>");
        await AssertAsync(node.Client(node.Token), HttpMethod.Get, "/no/%3Cscript%3Ealert(1)%3C%2Fscript%3E%E2%80%AE", HttpStatusCode.NotFound, "There is no such page", "&lt;script&gt;alert(1)", "<a href=\"/\">fleet</a>", "aria-label=\"Pages\"");
        await AssertAsync(node.Client(node.Token), HttpMethod.Get, "/sign-out", HttpStatusCode.MethodNotAllowed, "There is no such page");
        await AssertAsync(node.Client(node.Token), HttpMethod.Post, "/alerts/a1/acknowledge", HttpStatusCode.BadRequest, "Nothing was changed", "This did not come from a form of this server.");
        await AssertAsync(node.Client(token: null), HttpMethod.Post, "/alerts/a1/acknowledge", HttpStatusCode.Unauthorized, "Sign in first", "<a href=\"/sign-in\">Sign in</a>");

        using var wrong = node.Client(AccessToken.New().Text);
        for (var i = 0; i < FailedAttempts.MaxAttempts; i++)
        {
            await wrong.GetAsync("/api/v1/fleet", Cancel);
        }

        await AssertAsync(node.Client(AccessToken.New().Text), HttpMethod.Get, "/machines", HttpStatusCode.TooManyRequests, "Wait a little", "Try again in ");
    }

    [Fact]
    public async Task What_failed_in_the_server_is_told_without_what_it_was()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await using var said = new StringWriter { NewLine = "\n" };
        await using var app = Composed.Server(store, said);
        app.MapGet("/fails", string () => throw new InvalidOperationException("tps_secret")).AllowAnonymous();
        app.MapGet("/away", AwayAsync).AllowAnonymous();
        await app.StartAsync(Cancel);
        var address = new Uri(app.Urls.Single());

        await AssertAsync(new HttpClient { BaseAddress = address }, HttpMethod.Get, "/fails", HttpStatusCode.InternalServerError, "The server failed", "the reference <code>");
        // A program asked first.
        Assert.Matches("^(?<line>[0-9-]{10}T[0-9:.]{12}Z one error request: GET /fails failed, reference [0-9a-f]{32}: tps_secret\n){2}$", said.ToString());
        await AssertAsync(new HttpClient { BaseAddress = address }, HttpMethod.Get, "/away", HttpStatusCode.ServiceUnavailable, "The store cannot be reached", "Load the page again");
        await app.StopAsync(Cancel);
    }

    [Theory]
    [InlineData(OfBrowsers)]
    [InlineData("text/html")]
    [InlineData("application/openmetrics-text")]
    public async Task What_is_for_programs_tells_people_the_problem_too(string accept)
    {
        var node = shared.Node;
        foreach (var (token, path, status) in new[] { (node.Token, "/api/v1/none", HttpStatusCode.NotFound),
            (null, "/api/v1/fleet", HttpStatusCode.Unauthorized), (node.Token, "/api/v1/tokens/a", HttpStatusCode.MethodNotAllowed) })
        {
            using var client = node.Client(token);
            client.DefaultRequestHeaders.Add("Accept", accept);
            using var answer = await client.GetAsync(path, Cancel);
            Assert.Equal((status, "application/problem+json"), (answer.StatusCode, answer.Content.Headers.ContentType?.MediaType));
            using var problem = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(Cancel));
            Assert.Equal((int)status, problem.RootElement.GetProperty("status").GetInt32());
            Assert.NotEmpty(problem.RootElement.GetProperty("title").GetString()!);
        }
    }

    private static async Task<string> AwayAsync()
    {
        await using var store = await PostgresDatabase.Parse("Host=127.0.0.1;Port=1;Username=tps_secret;Database=none;SSL Mode=Disable").OpenAsync(new StoreOptions(), Cancel);
        return "it is there";
    }

    /// <summary>A page with these parts for a person, and the same status as a problem for a program.</summary>
    private static async Task AssertAsync(
        HttpClient client, HttpMethod method, string path, HttpStatusCode status, string title, params string[] parts)
    {
        using var _ = client;
        using var problem = await client.SendAsync(new HttpRequestMessage(method, path), Cancel);
        Assert.Equal((path, status, "application/problem+json"), (path, problem.StatusCode, problem.Content.Headers.ContentType?.MediaType));
        using var json = JsonDocument.Parse(await problem.Content.ReadAsStringAsync(Cancel));
        Assert.Equal((int)status, json.RootElement.GetProperty("status").GetInt32());

        client.DefaultRequestHeaders.Add("Accept", OfBrowsers);
        using var answer = await client.SendAsync(new HttpRequestMessage(method, path), Cancel);
        var page = await answer.Content.ReadAsStringAsync(Cancel);
        Assert.Equal((path, status, "text/html"), (path, answer.StatusCode, answer.Content.Headers.ContentType?.MediaType));
        Assert.StartsWith("default-src 'none'; script-src 'self';", Assert.Single(answer.Headers.GetValues("Content-Security-Policy")), StringComparison.Ordinal);
        Assert.True(answer.Headers.CacheControl?.NoStore, path);
        Assert.Contains($"<h1>{title}</h1>", page, StringComparison.Ordinal);
        Assert.All(parts, part => Assert.Contains(part, page, StringComparison.Ordinal));
        Assert.DoesNotContain("<script>", page, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("\u202e", page, StringComparison.Ordinal);
        Assert.DoesNotContain("tps_", page, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", page, StringComparison.Ordinal);
    }
}
