namespace TimerProbe.Server.Tests;

/// <summary>People sign in by a token once, as a browser without script does it.</summary>
public sealed class SignInTests(SharedNode shared) : IClassFixture<SharedNode>
{
    [Fact]
    public async Task Somebody_who_signed_in_at_one_node_is_known_at_another_until_the_token_is_revoked()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var node = await ServerNode.StartAsync(place.Text);
        await using var other = await ServerNode.StartAsync(place.Text);
        using var browser = new Browser();
        Assert.Equal((HttpStatusCode.Redirect, "/machines?q=1"), await browser.SignInAsync(node, node.Token!, "/machines?q=1"));

        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(node, "/api/v1/audit")).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(other, "/api/v1/audit")).StatusCode);
        await ServerNode.RunAsync("tokens", "revoke", node.Token![4..16], "--store", place.Text);
        await Task.Delay(KnownTokens.CacheDuration, Cancel);
        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(other, "/api/v1/audit")).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(node, "/api/v1/audit")).StatusCode);
    }

    [Fact]
    public async Task The_cookie_is_for_this_server_only_and_no_script_reads_it()
    {
        var node = shared.Node;
        using var browser = new Browser();
        await browser.SignInAsync(node, node.Token!);

        var cookie = Assert.Single(browser.SetCookies, item => item.StartsWith("timerprobe-session=", StringComparison.Ordinal));
        Assert.Contains("; httponly", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("; samesite=lax", cookie, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(node.Token!, cookie, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("https://example.org/")]
    [InlineData("//example.org/")]
    [InlineData("/\\example.org")]
    [InlineData("javascript:alert(1)")]
    [InlineData("/machines?q=é🐢", "/machines?q=%C3%A9%F0%9F%90%A2")]
    public async Task Nobody_is_led_elsewhere(string to, string address = "/")
    {
        var node = shared.Node;
        using var browser = new Browser();
        Assert.Equal((HttpStatusCode.Redirect, address), await browser.SignInAsync(node, node.Token!, to));
    }

    [Fact]
    public async Task What_did_not_come_from_a_form_of_the_server_changes_nothing()
    {
        var node = shared.Node;
        using var browser = new Browser();
        Assert.Equal(HttpStatusCode.BadRequest, (await browser.PostAsync(node, "/sign-in", new() { ["token"] = node.Token! })).StatusCode);
        await browser.SignInAsync(node, node.Token!);
        Assert.Equal(HttpStatusCode.BadRequest, (await browser.PostAsync(node, "/sign-out", [])).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(node, "/api/v1/audit")).StatusCode);

        Assert.Equal(HttpStatusCode.Redirect, (await browser.PostFormAsync(node, "/sign-out", [])).StatusCode);
        Assert.Equal(HttpStatusCode.Unauthorized, (await browser.GetAsync(node, "/api/v1/audit")).StatusCode);
    }

    [Theory]
    [InlineData("application/x-www-form-urlencoded", 20_000, HttpStatusCode.RequestEntityTooLarge)]
    [InlineData("multipart/form-data; boundary=none", 100, HttpStatusCode.BadRequest)]
    [InlineData("multipart/form-data", 100, HttpStatusCode.BadRequest)]
    public async Task A_form_that_is_none_is_the_fault_of_who_sent_it(string type, int length, HttpStatusCode expected)
    {
        var node = shared.Node;
        using var client = node.Client(token: null);
        using var form = new ByteArrayContent(new byte[length]);
        form.Headers.TryAddWithoutValidation("Content-Type", type);

        using var answer = await client.PostAsync("/sign-in", form, Cancel);

        Assert.Equal(expected, answer.StatusCode);
        Assert.DoesNotContain(node.Complaints, line => line.Contains("unhandled", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_wrong_token_is_told_so_and_soon_has_to_wait()
    {
        await using var node = await ServerNode.StartAsync(await TestStore.NewTextAsync(Engine.Sqlite));
        using var browser = new Browser();
        HttpResponseMessage answer;
        for (var i = 0; i < FailedAttempts.MaxAttempts; i++)
        {
            answer = await browser.PostFormAsync(node, "/sign-in", new() { ["token"] = "<b>guess" });
            Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        }

        answer = await browser.PostFormAsync(node, "/sign-in", new() { ["token"] = node.Token! });
        Assert.Equal(HttpStatusCode.TooManyRequests, answer.StatusCode);
        Assert.NotNull(answer.Headers.RetryAfter);
        Assert.Contains("Too many wrong tokens came from your address.", await answer.Content.ReadAsStringAsync(Cancel), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Forms_of_others_fill_no_log_and_keep_nobody_from_signing_in()
    {
        await using var node = await ServerNode.StartAsync(await TestStore.NewTextAsync(Engine.Sqlite));
        using var browser = new Browser();
        for (var i = 0; i <= FailedAttempts.MaxAttempts; i++)
        {
            Assert.Equal(HttpStatusCode.BadRequest, (await browser.PostAsync(node, "/sign-in", new() { ["token"] = "x" })).StatusCode);
        }

        Assert.Equal((HttpStatusCode.Redirect, "/"), await browser.SignInAsync(node, node.Token!, "/"));
        Assert.Empty(node.Complaints);
    }

    [Fact]
    public async Task Who_listens_with_a_token_that_is_revoked_is_told_nothing_more()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite);
        await using var events = await fleet.Client.GetStreamAsync("/events", Cancel);
        await ServerNode.RunAsync("tokens", "revoke", fleet.Node.Token![4..16], "--store", fleet.Place.Text);

        using var reader = new StreamReader(events);
        Assert.StartsWith("event: fleet", await reader.ReadToEndAsync(Cancel), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_trail_names_who_did_what_and_holds_no_secret()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var browser = new Browser();
        var stranger = AccessToken.New();
        await browser.PostFormAsync(node, "/sign-in", new() { ["token"] = stranger.Text });
        await browser.SignInAsync(node, node.Token!);
        await ServerNode.RunAsync("tokens", "create", "--name", "db01", "--scope", "submit", "--store", place.Text);

        var text = await (await browser.GetAsync(node, "/api/v1/audit?count=2")).Content.ReadAsStringAsync(Cancel);
        using var page = JsonDocument.Parse(text);
        Assert.Equal(["token-made", "signed-in"], page.RootElement.GetProperty("entries").EnumerateArray().Select(entry => entry.GetProperty("action").GetString()));
        var rest = await (await browser.GetAsync(node, $"/api/v1/audit?before={page.RootElement.GetProperty("before").GetInt64()}")).Content.ReadAsStringAsync(Cancel);
        using var last = JsonDocument.Parse(rest);
        var refused = last.RootElement.GetProperty("entries")[0];
        Assert.Equal(("sign-in-refused", stranger.Id, "127.0.0.1"),
            (refused.GetProperty("action").GetString(), refused.GetProperty("subject").GetString(), refused.GetProperty("address").GetString()));
        Assert.Equal("token-made", last.RootElement.GetProperty("entries")[1].GetProperty("action").GetString());
        Assert.Equal(JsonValueKind.Null, last.RootElement.GetProperty("before").ValueKind);
        Assert.DoesNotContain("tps_", text + rest, StringComparison.Ordinal);
    }
}
