namespace TimerProbe.Server.Tests;

/// <summary>People sign in at an OpenID provider, and may do what it says of them; tokens go on.</summary>
public sealed class OpenIdTests : IAsyncLifetime
{
    private const string TooMuch = "2 MB";

    private TestProvider _provider = null!;
    private TestStore _place = null!;

    public async ValueTask InitializeAsync()
    {
        _provider = await TestProvider.StartAsync();
        _place = await TestStore.NewAsync(Engine.Sqlite);
    }

    public async ValueTask DisposeAsync()
    {
        await _provider.DisposeAsync();
        await _place.DisposeAsync();
    }

    [Fact]
    public async Task Somebody_may_do_what_the_claims_say_and_signs_out_for_good()
    {
        _provider.Claims["groups"] = new JsonArray("staff", "dba", "ops");
        await using var node = await StartAsync();
        using var browser = new Browser();
        var (_, page) = await browser.SeeAsync(node, "/sign-in?to=/machines?q=1");
        Assert.Contains($"href=\"/sign-in/openid?to=%2Fmachines%3Fq%3D1\">Sign in at {_provider.Address.Authority}</a>", page, StringComparison.Ordinal);

        using var seen = await browser.FollowAsync(new Uri(node.Address, "/sign-in/openid?to=%2Fmachines%3Fq%3D1"));

        Assert.Equal((HttpStatusCode.OK, "/machines?q=1"), (seen.StatusCode, seen.RequestMessage!.RequestUri!.PathAndQuery));
        Assert.Contains("jane@example.org", await seen.Content.ReadAsStringAsync(Cancel), StringComparison.Ordinal);
        Assert.Equal(new Uri(node.Address, "/sign-in/openid/callback").ToString(), Assert.Single(_provider.RedirectUris));
        // Of two groups, what either may do; and nothing that nobody granted.
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(node, "/api/v1/audit")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(node, "/api/v1/fleet")).StatusCode);
        await using var store = await _place.OpenAsync();
        var session = Assert.Single(await store.Tokens.ListAsync(Cancel), token => token.Name == "jane@example.org");
        Assert.Equal(["read", "acknowledge", "admin"], session.Scopes);
        Assert.Equal(SessionEvents.PersonLifetime, session.ExpiresAt - session.CreatedAt);
        Assert.All(browser.SetCookies, cookie => Assert.Contains("httponly", cookie, StringComparison.OrdinalIgnoreCase));

        Assert.Equal(HttpStatusCode.Redirect, (await browser.PostFormAsync(node, "/sign-out", [])).StatusCode);

        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(node, "/api/v1/fleet")).StatusCode);
        Assert.NotNull((await store.Tokens.FindAsync(session.Id, Cancel)).Token!.RevokedAt);
        var trail = await TrailAsync(node);
        Assert.Equal(["signed-out", "signed-in"], trail.Where(entry => entry.Actor == "jane@example.org").Select(entry => entry.Action));
        Assert.Contains($"248289761001 at {_provider.Address.Authority}", trail.First(entry => entry.Action == "signed-in").Detail, StringComparison.Ordinal);
        Assert.Empty(node.Complaints);
    }

    [Fact]
    public async Task Whom_no_grant_applies_to_is_told_so_and_is_not_let_in()
    {
        _provider.Claims["groups"] = new JsonArray("staff", "DBA");
        await using var node = await StartAsync();

        var (status, page) = await SignInAsync(node);

        Assert.Equal(HttpStatusCode.Forbidden, status);
        Assert.Contains(
            $"You are known at {_provider.Address.Authority} as jane@example.org, and may do nothing here: none of what it says of you is named in server.openId.grants.",
            page,
            StringComparison.Ordinal);
        Assert.Contains(await TrailAsync(node), entry => entry.Action == "sign-in-refused" && entry.Detail!.Contains("no grant: jane@example.org", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("nonce")]
    [InlineData("no nonce")]
    [InlineData("expired")]
    [InlineData("no end")]
    [InlineData("audience")]
    [InlineData("issuer")]
    [InlineData("secret")]
    [InlineData("name")]
    public async Task What_the_provider_should_not_have_said_lets_nobody_in(string wrong)
    {
        _provider.Claims["groups"] = "dba";
        _provider.TokenError = wrong == "secret" ? "invalid_client" : null;
        _provider.Word = json => wrong == "name" ? json.Replace("jane@example.org", "\\ud800", StringComparison.Ordinal) : json;
        var past = TimeProvider.System.GetUtcNow().AddHours(-1).ToUnixTimeSeconds();
        _provider.Spoil = claims => _ = wrong switch
        {
            "nonce" => claims["nonce"] = "of another",
            "no nonce" => claims["nonce"] = null,
            "expired" => claims["exp"] = past,
            "no end" => claims["exp"] = null,
            "audience" => claims["aud"] = "another client",
            "issuer" => claims["iss"] = "https://elsewhere.example.org",
            _ => null,
        };
        await using var node = await StartAsync();

        var (status, page) = await SignInAsync(node);

        Assert.Equal(HttpStatusCode.Unauthorized, status);
        Assert.Contains($"What {_provider.Address.Authority} says of you was not accepted.", page, StringComparison.Ordinal);
        Assert.Contains(await TrailAsync(node), entry => entry.Action == "sign-in-refused");
        Assert.Empty(node.Complaints);
    }

    [Fact]
    public async Task No_token_that_the_provider_did_not_sign_lets_anybody_in()
    {
        _provider.Claims["groups"] = new JsonArray("dba", "ops");
        await using var node = await StartAsync();
        foreach (var (what, forge) in new Forgeries(_provider.PublicKey).All)
        {
            _provider.Forge = forge;
            var (status, _) = await SignInAsync(node);
            Assert.True(status is HttpStatusCode.Unauthorized or HttpStatusCode.TooManyRequests, $"{what}: {status}");
        }

        // Twenty wrong ones a minute are answered, and stand in the trail.
        await using var store = await _place.OpenAsync();
        var trail = await store.Audit.ListAsync(new AuditQuery(), Cancel);
        Assert.DoesNotContain(trail, entry => entry.Actor.StartsWith("jane", StringComparison.Ordinal));
        Assert.Equal(20, trail.Count(entry => entry.Action == "sign-in-refused"));
        Assert.Empty(node.Complaints);
        _provider.Forge = token => token;
        Assert.Equal(HttpStatusCode.OK, (await SignInAsync(node)).Status);
    }

    [Theory]
    [InlineData("/token", HttpStatusCode.Unauthorized)]
    [InlineData("/keys", HttpStatusCode.ServiceUnavailable)]
    [InlineData("/.well-known/openid-configuration", HttpStatusCode.ServiceUnavailable)]
    public async Task Nobody_leads_the_server_elsewhere(string path, HttpStatusCode status)
    {
        _provider.Claims["groups"] = "dba";
        await using var other = await LoopbackServer.StartAsync(context => throw new InvalidOperationException($"{context.Request.Path} was asked for"));
        _provider.Elsewhere = wanted => wanted == path ? new Uri(other.Address, "/stolen") : null;
        await using var node = await StartAsync();
        Assert.Equal(status, (await SignInAsync(node)).Status);
    }

    [Theory]
    [InlineData("/.well-known/openid-configuration", "{\"issuer\":", "cannot be read")]
    [InlineData("/.well-known/openid-configuration", "{}", "names itself otherwise")]
    [InlineData("/keys", "{\"keys\":[{\"kty\":", "cannot be read")]
    [InlineData("/keys", TooMuch, "maximum buffer size: 1000000")]
    public async Task What_a_provider_says_of_itself_that_cannot_be_read_lets_nobody_in_and_is_said(
        string path, string answer, string problem)
    {
        var said = Encoding.UTF8.GetBytes(answer == TooMuch ? new string(' ', 2_000_000) : answer);
        _provider.Send = (asked, body, response) => response.Body.WriteAsync(asked == path ? said : body, Cancel).AsTask();
        await using var node = await StartAsync();
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await SignInAsync(node)).Status);
        Assert.Contains(problem, Assert.Single(node.Complaints), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_key_that_the_provider_took_back_is_none_once_the_new_one_is_known()
    {
        _provider.Claims["groups"] = "dba";
        string? old = null;
        await using var node = await StartAsync();
        _provider.Forge = token => old = token;
        await SignInAsync(node);
        _provider.Rotate();
        _provider.Forge = token => token;
        // The first whose token has the new key lets the server ask for it, and comes again.
        var states = new List<HttpStatusCode>();
        await Until.Async(async () => { states.Add((await SignInAsync(node)).Status); return states[^1] == HttpStatusCode.OK; },
            () => string.Join(' ', states));

        _provider.Forge = _ => old!;
        Assert.Equal(HttpStatusCode.Unauthorized, (await SignInAsync(node)).Status);
        Assert.Contains(await TrailAsync(node), entry => entry.Action == "sign-in-refused" && entry.Detail!.Contains("key-1", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_way_back_that_this_browser_did_not_begin_is_refused_and_fills_no_log()
    {
        _provider.Claims["groups"] = "dba";
        await using var node = await StartAsync();
        using var browser = new Browser();
        using var victim = new Browser();
        using var sent = await browser.FollowAsync(new Uri(node.Address, "/sign-in/openid"), toTheEnd: false);
        using var back = await browser.FollowAsync(sent.Headers.Location!, toTheEnd: false);

        foreach (var address in (Uri[])[back.Headers.Location!, new(node.Address, "/sign-in/openid/callback?code=x&state=y"), new(node.Address, "/sign-in/openid/callback")])
        {
            using var seen = await victim.FollowAsync(address);
            Assert.Equal(HttpStatusCode.BadRequest, seen.StatusCode);
        }

        Assert.Equal(0, _provider.CodesTaken);
        Assert.DoesNotContain(await TrailAsync(node), entry => entry.Action == "sign-in-refused");
        Assert.Empty(node.Complaints);
    }

    [Fact]
    public async Task Nobody_is_led_elsewhere()
    {
        _provider.Claims["groups"] = "dba";
        await using var node = await StartAsync();
        using var browser = new Browser();
        using var seen = await browser.FollowAsync(new Uri(node.Address, "/sign-in/openid?to=https%3A%2F%2Fexample.org%2F"));
        Assert.Equal((HttpStatusCode.OK, new Uri(node.Address, "/")), (seen.StatusCode, seen.RequestMessage!.RequestUri));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task While_the_provider_is_away_a_sentence_says_so_and_a_token_works(bool fromTheStart)
    {
        _provider.Claims["groups"] = "dba";
        var address = _provider.Address;
        if (fromTheStart)
        {
            await _provider.DisposeAsync();
        }

        await using var node = await StartAsync(address);
        using var browser = new Browser();
        var next = new Uri(node.Address, "/sign-in/openid");
        if (!fromTheStart)
        {
            using var sent = await browser.FollowAsync(next, toTheEnd: false);
            using var back = await browser.FollowAsync(sent.Headers.Location!, toTheEnd: false);
            next = back.Headers.Location!;
            await _provider.DisposeAsync();
        }

        using var seen = await browser.FollowAsync(next);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, seen.StatusCode);
        Assert.Contains($"{address.Authority} does not answer, so that nobody can sign in there now.", await seen.Content.ReadAsStringAsync(Cancel), StringComparison.Ordinal);
        Assert.Equal((HttpStatusCode.Redirect, "/"), await browser.SignInAsync(node, node.Token!));
        Assert.Contains($"nobody can sign in at {address.Authority}: ", Assert.Single(node.Complaints), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("127.0.0.1", "https")]
    [InlineData("10.0.0.5", "http")]
    [InlineData(null, "http")]
    public async Task The_scheme_that_a_proxy_says_is_believed_from_the_named_one_only(string? proxy, string expected)
    {
        await using var node = await StartAsync(trustedProxy: proxy);
        using var client = node.Client(token: null);
        client.DefaultRequestHeaders.Host = "timerprobe.example.org";
        client.DefaultRequestHeaders.Add("X-Forwarded-Proto", "https");
        // Whoever could name the host would lead people, with their code, elsewhere: that is the proxy's own to say, as Host.
        client.DefaultRequestHeaders.Add("X-Forwarded-Host", "elsewhere.example.org");

        using var page = await client.GetAsync("/sign-in", Cancel);
        using var sent = await client.GetAsync("/sign-in/openid", Cancel);

        var cookies = page.Headers.GetValues("Set-Cookie").Concat(sent.Headers.GetValues("Set-Cookie")).ToList();
        Assert.Equal(3, cookies.Count);
        Assert.All(cookies, cookie => Assert.Equal(expected == "https", cookie.Contains("; secure", StringComparison.OrdinalIgnoreCase)));
        Assert.Equal(expected == "https", page.Headers.Contains("Strict-Transport-Security"));
        Assert.Contains($"redirect_uri={Uri.EscapeDataString($"{expected}://timerprobe.example.org/sign-in/openid/callback")}",
            sent.Headers.Location!.Query, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_secret_that_cannot_be_read_ends_the_start_before_there_is_a_store()
    {
        var config = Configure(_provider.Address, trustedProxy: null);
        SecretFile.Write(_place["secret"], TestProvider.Secret, SecretFile.Owner | UnixFileMode.OtherRead);
        var (exitCode, _, error) = await ServerNode.RunAsync("--store", _place.Text, "--config", config);
        Assert.Equal(2, exitCode);
        Assert.Contains("the client secret file", error, StringComparison.Ordinal);
        Assert.DoesNotContain(TestProvider.Secret, error, StringComparison.Ordinal);
        Assert.False(File.Exists(_place.Text));
    }

    [Theory]
    [InlineData("", null)]
    [InlineData("/elsewhere", "it cannot be asked: ")]
    [InlineData("http://localhost", "it names itself otherwise than server.openId.issuer does")]
    public async Task A_check_of_the_configuration_asks_the_provider(string issuer, string? problem)
    {
        var address = issuer.StartsWith("http", StringComparison.Ordinal) ? new Uri($"{issuer}:{_provider.Address.Port}") : new Uri(_provider.Address, issuer);
        var failed = await Record.ExceptionAsync(() => OpenIdProvider.TryAsync(address, caFile: null, Cancel));
        Assert.StartsWith(problem ?? "", failed is UseCaseException { ExitCode: ExitCode.NoTarget } refused ? refused.Message
            : failed?.ToString() ?? "", StringComparison.Ordinal);
        Assert.Equal(problem is null, failed is null);
    }

    [Fact]
    public async Task What_the_provider_has_besides_leads_nowhere()
    {
        await using var node = await StartAsync();
        using var client = node.Client(token: null);
        foreach (var path in (string[])["/signout-oidc", "/signout-callback-oidc", "/signin-oidc"])
        {
            Assert.Equal(HttpStatusCode.Unauthorized, (await client.GetAsync(path, Cancel)).StatusCode);
        }
    }

    [Fact]
    public async Task Sessions_that_are_over_leave_the_list_of_tokens()
    {
        _provider.Claims["groups"] = "dba";
        await using var store = await _place.OpenAsync();
        var old = AccessToken.New();
        await store.Tokens.AddAsync(new ServerToken(old.Id, "jane@example.org", old.Hash, ["read"]) { CreatedBy = "/sign-in" },
            TimeSpan.FromHours(-1), onlyFirst: false, Cancel);
        var others = await store.AddTokenAsync([Scope.Read], lifetime: TimeSpan.FromHours(-1));
        await using var node = await StartAsync();
        Assert.Equal(HttpStatusCode.OK, (await SignInAsync(node)).Status);
        Assert.Null((await store.Tokens.FindAsync(old.Id, Cancel)).Token);
        Assert.NotNull((await store.Tokens.FindAsync(others[4..16], Cancel)).Token);
    }

    private Task<ServerNode> StartAsync(Uri? issuer = null, string? trustedProxy = null) =>
        ServerNode.StartAsync(_place.Text, "--config", Configure(issuer ?? _provider.Address, trustedProxy));

    private string Configure(Uri issuer, string? trustedProxy)
    {
        SecretFile.Write(_place["secret"], TestProvider.Secret + "\n");
        var openId = new
        {
            issuer,
            clientId = TestProvider.ClientId,
            clientSecretFile = "secret",
            grants = (object[])[
                new { claim = "groups", value = "dba", scopes = (string[])["read", "acknowledge"] },
                new { claim = "groups", value = "ops", scopes = (string[])["read", "admin"] }],
        };
        File.WriteAllText(_place["server.json"], JsonSerializer.Serialize(new
        {
            server = trustedProxy is null ? (object)new { openId }
            : new { openId, trustedProxy = new { addresses = (string[])[trustedProxy] } }
        }));
        return _place["server.json"];
    }

    /// <summary>What somebody sees who signs in at the provider; whom it does not let in may do nothing.</summary>
    private static async Task<(HttpStatusCode Status, string Page)> SignInAsync(ServerNode node)
    {
        using var browser = new Browser();
        using var seen = await browser.FollowAsync(new Uri(node.Address, "/sign-in/openid"));
        if (seen.StatusCode != HttpStatusCode.OK)
        {
            Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(node, "/api/v1/fleet")).StatusCode);
        }

        return (seen.StatusCode, await seen.Content.ReadAsStringAsync(Cancel));
    }

    private static async Task<IReadOnlyList<(string Action, string Actor, string? Detail)>> TrailAsync(ServerNode node)
    {
        using var client = node.Client(node.Token);
        using var page = JsonDocument.Parse(await client.GetStringAsync("/api/v1/audit", Cancel));
        return [.. page.RootElement.GetProperty("entries").EnumerateArray().Select(
            entry => (entry.GetProperty("action").GetString()!, entry.GetProperty("actor").GetString()!, entry.GetProperty("detail").GetString()))];
    }
}
