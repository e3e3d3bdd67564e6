namespace TimerProbe.Server.Tests;

/// <summary>An OpenID provider that says anything, signed and unsigned, lets nobody in for whom it did not say all that it must, and stops nothing.</summary>
public sealed class HostileProviderTests
{
    // A node asks once what a provider says of itself.
    private const int CasesOfNode = 5;

    private static readonly string[] Values =
    [
        "null", "0", "-1", "1e400", "9223372036854775808", "253402300800", "\"\"", "[]", "{}", "true", "\"timerprobe\"", "\"dba\"", "[\"dba\",\"ops\"]", "[null]", "\"\\u0000\"", "\"\\ud800\"", "\"https://elsewhere.example.org\"",
        "\"http://127.0.0.1:1/\"", "\"file:///etc/passwd\"", "\"none\"", "\"oct\"", "\"AQAB\"", "[[[[[[]]]]]]",
    ];

    /// <summary>How many; tests/matrix openid says more.</summary>
    private static int Cases => int.Parse(Environment.GetEnvironmentVariable("TIMERPROBE_MATRIX_OPENID") ?? "30", CultureInfo.InvariantCulture);

    [Fact]
    public async Task Whatever_a_provider_says_only_whom_it_vouches_for_is_let_in_and_the_node_goes_on()
    {
        var seed = Random.Shared.Next();
        var letIn = 0;
        for (var first = 0; first < Cases; first += CasesOfNode)
        {
            await using var provider = await TestProvider.StartAsync();
            await using var place = await TestStore.NewAsync(Engine.Sqlite);
            await using var node = await ServerNode.StartAsync(
                place.Text, "--config", OpenIdTests.Configure(place, provider.Address, trustedProxy: null));
            for (var number = first; number < first + CasesOfNode; number++)
            {
                letIn += await TryAsync(provider, node, new Random(HashCode.Combine(seed, number)), $"seed {seed}, case {number}") ? 1 : 0;
            }
        }

        // Each third says something else of a person, or of itself, and all the rest as it must.
        Assert.True(letIn > 0, $"seed {seed}: nobody was let in");
    }

    private static async Task<bool> TryAsync(TestProvider provider, ServerNode node, Random random, string which)
    {
        var story = new StringBuilder(which);
        provider.Claims["groups"] = new JsonArray("dba");
        var (claims, path) = (random.Next(2) == 0, random.GetItems(["/.well-known/openid-configuration", "/keys", "/token", "nothing"], 1)[0]);
        provider.Word = json => claims ? Change(json, random, story) : json;
        provider.Send = (asked, body, response) => SendAsync(asked == path, body, response, random, story);
        using var browser = new Browser();
        HttpStatusCode seen;
        try
        {
            using var page = await browser.FollowAsync(new Uri(node.Address, "/sign-in/openid"));
            seen = page.StatusCode;
        }
        catch (HttpRequestException)
        {
            // It led the browser to where nobody is.
            seen = HttpStatusCode.NotFound;
        }

        var isLetIn = (await browser.GetAsync(node, "/api/v1/fleet")).StatusCode == HttpStatusCode.OK;

        Assert.True((int)seen is 200 or 404 or 400 or 401 or 403 or 429 or 503, $"{story}: {seen}");
        Assert.True(isLetIn == (seen == HttpStatusCode.OK), story.ToString());
        Assert.True(!isLetIn || Vouches(provider, story), $"{story}: {provider.Signed}");
        using var client = node.Client(token: null);
        Assert.True((await client.GetAsync("/healthz", Cancel)).StatusCode == HttpStatusCode.OK, story.ToString());
        return isLetIn;
    }

    /// <summary>Whether the signed claims are of this provider, for this client, of now, and of somebody whom a grant names.</summary>
    private static bool Vouches(TestProvider provider, StringBuilder story)
    {
        using var claims = JsonDocument.Parse(provider.Signed!);
        story.Append(" was let in");
        var now = TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();
        var root = claims.RootElement;
        return root.GetProperty("iss").GetString() == provider.Address.ToString().TrimEnd('/')
            && root.GetProperty("aud").ToString().Contains(TestProvider.ClientId, StringComparison.Ordinal)
            && root.GetProperty("nonce").GetString() is { Length: > 20 }
            && root.GetProperty("exp").GetDouble() > now
            && root.GetProperty("groups").ToString() is var groups
                && (groups.Contains("dba", StringComparison.Ordinal) || groups.Contains("ops", StringComparison.Ordinal));
    }

    private static async Task SendAsync(bool lies, byte[] body, HttpResponse response, Random random, StringBuilder story)
    {
        response.ContentType = "application/json";
        if (!lies)
        {
            await response.Body.WriteAsync(body, Cancel);
            return;
        }

        var text = Encoding.UTF8.GetString(body);
        var how = random.Next(10);
        story.Append(CultureInfo.InvariantCulture, $"; sent {how}");
        (response.StatusCode, response.ContentType) = how switch
        {
            0 => (random.GetItems([204, 301, 400, 404, 429, 500, 503], 1)[0], "text/html"),
            1 => (200, "application/jwt"),
            _ => (200, "application/json"),
        };
        var said = how switch
        {
            2 => text[..random.Next(text.Length)],
            3 => $"{new string('[', 100_000)}{text}",
            4 => $"{text}{text}",
            5 => $"{{\"x\":\"{new string('x', 20_000_000)}\",{text[1..]}",
            _ => Change(text, random, story),
        };
        if (response.StatusCode != 204)
        {
            try
            {
                await response.Body.WriteAsync(Encoding.UTF8.GetBytes(said), Cancel);
            }
            catch (Exception ex) when (ex is IOException or OperationCanceledException)
            {
                // It was too much.
            }
        }
    }

    /// <summary>The text with another value in one place or two.</summary>
    private static string Change(string json, Random random, StringBuilder story)
    {
        var root = JsonNode.Parse(json)!;
        for (var left = random.Next(1, 3); left > 0; left--)
        {
            var members = Members(root).ToList();
            var (parent, name) = members[random.Next(members.Count)];
            var value = Values[random.Next(Values.Length)];
            story.Append(CultureInfo.InvariantCulture, $"; {name} = {value}");
            parent[name] = value is "1e400" or "\"\\ud800\"" ? JsonValue.Create("@") : JsonNode.Parse(value);
            if (value is "1e400" or "\"\\ud800\"")
            {
                return root.ToJsonString().Replace("\"@\"", value, StringComparison.Ordinal);
            }
        }

        return root.ToJsonString();
    }

    private static IEnumerable<(JsonObject Parent, string Name)> Members(JsonNode? node) => node switch
    {
        JsonObject members => members.SelectMany(member => Members(member.Value).Prepend((members, member.Key))),
        JsonArray elements => elements.SelectMany(Members),
        _ => [],
    };
}
