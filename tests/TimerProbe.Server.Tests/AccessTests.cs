using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.Routing.Patterns;

namespace TimerProbe.Server.Tests;

/// <summary>Every route of the server, asked by everybody.</summary>
public sealed class AccessTests(SharedNode shared) : IClassFixture<SharedNode>
{
    /// <summary>What anybody may ask for, besides style sheets and scripts; a route that is added to these lets the world in.</summary>
    private static readonly string[] Public = ["/healthz", "/readyz", "/sign-in"];

    [Fact]
    public async Task Every_route_has_a_rule_and_lets_in_nobody_else()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        await using var store = await place.OpenAsync();
        var good = new Dictionary<string, string>();
        foreach (var scope in Enum.GetValues<Scope>())
        {
            good[scope.ToDocumentName()] = await store.AddTokenAsync([scope]);
        }

        var routes = Routes(store);
        Assert.NotEmpty(routes);
        foreach (var (route, method) in routes.SelectMany(route => route.Methods.Select(method => (route, method))))
        {
            await AskAsync(node, route, method, good);
        }
    }

    [Fact]
    public async Task HEAD_answers_as_GET_does_and_other_methods_are_told_which_there_are()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        await node.UntilReadyAsync();
        await using var store = await place.OpenAsync();
        var token = await store.AddTokenAsync(Enum.GetValues<Scope>());
        var routes = Routes(store).Where(route => route.Methods.Contains("GET")).ToList();
        Assert.Contains(routes, route => route.Path == "/healthz");
        Assert.Contains(routes, route => route.Path == "/api/v1/fleet");
        foreach (var route in routes)
        {
            foreach (var shown in route.IsPublic ? (string?[])[null, token] : [token])
            {
                using var client = node.Client(shown);
                using var wrong = await client.SendAsync(new HttpRequestMessage(new HttpMethod("FOO"), route.Path), Cancel);
                Assert.Equal((route.Path, HttpStatusCode.MethodNotAllowed), (route.Path, wrong.StatusCode));
                Assert.Contains("GET", wrong.Content.Headers.Allow);
                // It goes on until its client leaves, so nobody would know where its HEAD ends.
                if (route.Path != "/events")
                {
                    Assert.Contains("HEAD", wrong.Content.Headers.Allow);
                    await AssertHeadAsync(client, route.Path);
                }
            }
        }

        using var nobody = node.Client(token: null);
        using var refused = await nobody.SendAsync(new HttpRequestMessage(HttpMethod.Head, "/api/v1/fleet"), Cancel);
        Assert.Equal(HttpStatusCode.Unauthorized, refused.StatusCode);
    }

    [Fact]
    public async Task Whoever_shows_a_token_that_is_not_good_is_told_so_and_not_why()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        await using var store = await place.OpenAsync();
        var revoked = await store.AddTokenAsync(Enum.GetValues<Scope>());
        await store.Tokens.RevokeAsync(AccessToken.Parse(revoked)!.Id, Cancel);
        string[] bad = ["nonsense", AccessToken.New().Text, revoked, await store.AddTokenAsync(Enum.GetValues<Scope>(), lifetime: TimeSpan.FromSeconds(-1))];
        foreach (var token in bad)
        {
            Assert.Equal(("The token is not known, has expired or was revoked.", "The token is not known, has expired or was revoked."), await SaidAsync(token));
        }

        const string None = "This takes a token: Authorization: Bearer TOKEN. People sign in at /sign-in.";
        Assert.Equal((None, None), await SaidAsync(null));

        async Task<(string OfApi, string OfIntake)> SaidAsync(string? token)
        {
            using var client = node.Client(token);
            using var api = await client.GetAsync("/api/v1/fleet", Cancel);
            using var intake = await client.PostAsync(Submission.Path, Submission.Body("{}"), Cancel);
            Assert.Equal((HttpStatusCode.Unauthorized, "Bearer"), (api.StatusCode, api.Headers.WwwAuthenticate.ToString()));
            return (await api.ProblemAsync(), await intake.ProblemAsync());
        }
    }

    [Fact]
    public async Task A_token_that_a_node_itself_revokes_is_worthless_at_once()
    {
        await using var node = await ServerNode.StartAsync(await TestStore.NewTextAsync(Engine.Sqlite));
        using var client = node.Client(node.Token);
        Assert.Equal(HttpStatusCode.NotFound, (await client.DeleteAsync("/api/v1/tokens/0123456789ab", Cancel)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await client.DeleteAsync($"/api/v1/tokens/{node.Token![4..16]}", Cancel)).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await client.GetAsync("/api/v1/audit", Cancel)).StatusCode);
    }

    [Fact]
    public async Task Wrong_tokens_soon_have_to_wait_and_a_good_one_goes_on()
    {
        await using var node = await ServerNode.StartAsync(await TestStore.NewTextAsync(Engine.Sqlite));
        using var client = node.Client(node.Token);
        using var wrong = node.Client(AccessToken.New().Text);
        await client.GetAsync("/api/v1/audit", Cancel);
        for (var i = 0; i < FailedAttempts.MaxAttempts; i++)
        {
            Assert.Equal(HttpStatusCode.Unauthorized, (await wrong.GetAsync("/api/v1/audit", Cancel)).StatusCode);
        }

        var refused = await wrong.GetAsync("/api/v1/audit", Cancel);
        Assert.Equal(HttpStatusCode.TooManyRequests, refused.StatusCode);
        Assert.InRange(refused.Headers.RetryAfter!.Delta!.Value, TimeSpan.FromSeconds(1), FailedAttempts.Window);
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync("/api/v1/audit", Cancel)).StatusCode);
        using var elsewhere = From(node, IPAddress.Parse("127.0.0.9"), AccessToken.New().Text);
        Assert.Equal(HttpStatusCode.Unauthorized, (await elsewhere.GetAsync("/api/v1/audit", Cancel)).StatusCode);
    }

    [Fact]
    public async Task When_a_token_was_used_is_told_later()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using (var node = await ServerNode.StartAsync(place.Text))
        {
            using var client = node.Client(node.Token);
            await client.GetAsync("/api/v1/audit", Cancel);
            Assert.Equal(0, await node.StopAsync());
        }

        await using var store = await place.OpenAsync();
        Assert.NotNull(Assert.Single(await store.Tokens.ListAsync(Cancel)).LastUsedAt);
    }

    [Fact]
    public async Task Every_answer_tells_browsers_to_be_careful()
    {
        var node = shared.Node;
        using var client = node.Client(token: null);
        foreach (var path in (string[])["/healthz", "/sign-in", "/api/v1/audit", "/no/such/page"])
        {
            var answer = await client.GetAsync(path, Cancel);
            var policy = Assert.Single(answer.Headers.GetValues("Content-Security-Policy"));
            Assert.StartsWith("default-src 'none';", policy, StringComparison.Ordinal);
            Assert.EndsWith("frame-ancestors 'none'", policy, StringComparison.Ordinal);
            Assert.DoesNotContain("unsafe", policy, StringComparison.Ordinal);
            Assert.Equal("nosniff", Assert.Single(answer.Headers.GetValues("X-Content-Type-Options")));
            Assert.Equal("no-referrer", Assert.Single(answer.Headers.GetValues("Referrer-Policy")));
            Assert.True(answer.Headers.CacheControl?.NoStore, path);
            Assert.False(answer.Headers.Contains("Server"), path);
        }
    }

    private static async Task AssertHeadAsync(HttpClient client, string path)
    {
        using var whole = await client.GetAsync(path, Cancel);
        using var head = await client.SendAsync(new HttpRequestMessage(HttpMethod.Head, path), Cancel);
        Assert.Equal((path, whole.StatusCode, whole.Content.Headers.ContentType),
            (path, head.StatusCode, head.Content.Headers.ContentType));
        Assert.Equal(Names(whole), Names(head));
        Assert.Empty(await head.Content.ReadAsByteArrayAsync(Cancel));

        static IEnumerable<string> Names(HttpResponseMessage answer) =>
            answer.Headers.Select(header => header.Key).Where(name => name != "Transfer-Encoding").Order(StringComparer.Ordinal);
    }

    private static List<Route> Routes(FleetStore store) => [.. Composed.Routes(store).Select(Route.Of)];

    private static HttpClient From(ServerNode node, IPAddress address, string token)
    {
        var client = new HttpClient(new SocketsHttpHandler
        {
            ConnectCallback = async (context, cancellationToken) =>
            {
                var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
                socket.Bind(new IPEndPoint(address, 0));
                await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
                return new NetworkStream(socket, ownsSocket: true);
            },
        })
        { BaseAddress = node.Address };
        client.DefaultRequestHeaders.Authorization = new("Bearer", token);
        return client;
    }

    private static async Task AskAsync(ServerNode node, Route route, string method, Dictionary<string, string> good)
    {
        var what = $"{method} {route.Path}";
        if (route.IsPublic)
        {
            Assert.True(Public.Contains(route.Pattern) || route.Pattern.StartsWith("/assets/", StringComparison.Ordinal), $"{what} is open to the world");
            return;
        }

        Assert.True(route.Scope is not null || route.IsForAllSignedIn, $"{what} has no rule");
        Assert.Equal((what, HttpStatusCode.Unauthorized), (what, await StatusAsync(node, route, method, token: null)));

        foreach (var (scope, token) in good)
        {
            var status = await StatusAsync(node, route, method, token);
            if (route.Scope is null || scope == route.Scope)
            {
                Assert.False(status is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden, $"{what} with {scope}: {status}");
            }
            else
            {
                Assert.Equal((what, scope, HttpStatusCode.Forbidden), (what, scope, status));
            }
        }

        if (method == "GET" && !route.Path.StartsWith("/api", StringComparison.Ordinal))
        {
            using var person = node.Client(token: null);
            person.DefaultRequestHeaders.Accept.ParseAdd("text/html");
            var led = await person.GetAsync(route.Path, Cancel);
            Assert.Equal(HttpStatusCode.Redirect, led.StatusCode);
            Assert.StartsWith("/sign-in?to=", led.Headers.Location!.OriginalString, StringComparison.Ordinal);
        }
    }

    private static async Task<HttpStatusCode> StatusAsync(ServerNode node, Route route, string method, string? token)
    {
        using var client = node.Client(token);
        using var request = new HttpRequestMessage(new HttpMethod(method), route.Path);
        using var answer = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Cancel);
        return answer.StatusCode;
    }

    private sealed record Route(string Pattern, string Path, IReadOnlyList<string> Methods)
    {
        private const string ScopePolicy = "scope:";

        public bool IsPublic { get; private init; }

        public string? Scope { get; private init; }

        public bool IsForAllSignedIn { get; private init; }

        public static Route Of(RouteEndpoint endpoint)
        {
            var policies = endpoint.Metadata.GetOrderedMetadata<IAuthorizeData>().Select(rule => rule.Policy).ToList();
            return new Route(
                endpoint.RoutePattern.RawText!,
                "/" + string.Join('/', endpoint.RoutePattern.PathSegments.Select(segment => string.Concat(segment.Parts.Select(Fill)))),
                endpoint.Metadata.GetMetadata<IHttpMethodMetadata>()?.HttpMethods is { Count: > 0 } methods ? methods : ["GET", "POST"])
            {
                IsPublic = endpoint.Metadata.GetMetadata<IAllowAnonymous>() is not null,
                Scope = policies.SingleOrDefault(
                    policy => policy?.StartsWith(ScopePolicy, StringComparison.Ordinal) == true)?[ScopePolicy.Length..],
                IsForAllSignedIn = policies is [AccessRules.SignedIn],
            };
        }

        private static string Fill(RoutePatternPart part) => part switch
        {
            RoutePatternLiteralPart literal => literal.Content,
            RoutePatternSeparatorPart separator => separator.Content,
            RoutePatternParameterPart { ParameterPolicies: var policies } when policies.Any(policy => policy.Content == "guid") =>
                Guid.Empty.ToString(),
            _ => 1.ToString(),
        };
    }
}
