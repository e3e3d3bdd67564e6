namespace TimerProbe.Server.Tests.Api;

/// <summary>What programs read.</summary>
public sealed class ApiTests(SharedFleet shared) : IClassFixture<SharedFleet>
{
    [Theory]
    [ClassData<Engines>]
    public async Task It_says_what_the_report_says(Engine engine)
    {
        await using var fleet = await FleetNode.StartAsync(engine, SampleScan.Document);
        var report = new ScanReport(SampleScan.Document);
        var answer = await JsonAsync(fleet, "fleet");
        Assert.Equal(report.Summary.Headline, (string?)answer["headline"]);
        Assert.Equal(report.Counts.Away, (int)answer["machines"]!["away"]!);
        Assert.Equal(3, (int)(await JsonAsync(fleet, "vcenters"))["total"]!);
        Assert.Equal(report.Clusters[0].Name, (string?)(await JsonAsync(fleet, "clusters"))["items"]![0]!["name"]);
        Assert.Equal(SampleScan.Document.Findings.Count, (int)(await JsonAsync(fleet, "findings"))["total"]!);

        var first = (await JsonAsync(fleet, "machines?placement=away&pageSize=1"))["items"]![0]!;
        Assert.Equal(report.Machines.First(row => row.Facts.Placement == Core.Facts.Placement.Away).Facts.Id, (string?)first["facts"]!["id"]);
        var machine = await JsonAsync(fleet, $"machines/{(string?)first["id"]}");
        Assert.NotEmpty(machine["findings"]!.AsArray());
        Assert.NotEmpty(machine["findings"]![0]!["remedies"]!.AsArray());
    }

    [Fact]
    public async Task A_vCenter_that_fails_tells_its_last_try_its_last_reading_and_since_when_it_fails()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        var (server, tried) = (SampleScan.Document.VCenters[0].Server, SampleScan.Start.AddHours(3));
        await using var store = await fleet.Place.OpenAsync();
        await store.SaveFailureAsync([(server, "it does not answer")], tried.AddHours(-1), options: null, Cancel);
        await store.SaveFailureAsync([(server, "it does not answer")], tried, options: null, Cancel);

        JsonElement one = default;
        await Until.Async(
            async () =>
            {
                using var answer = JsonDocument.Parse(await fleet.GetAsync("/api/v1/vcenters"));
                one = answer.RootElement.GetProperty("items").EnumerateArray().Single(item => item.GetProperty("server").GetString() == server).Clone();
                return one.GetProperty("failures").GetInt32() == 2;
            },
            () => one.ToString());

        Assert.Equal(
            ("failed", tried, SampleScan.Start, SampleScan.Start, "it does not answer"),
            (one.GetProperty("status").GetString(), one.GetProperty("triedAt").GetDateTimeOffset(), one.GetProperty("readAt")
                .GetDateTimeOffset(), one.GetProperty("failingSince").GetDateTimeOffset(), one.GetProperty("problem").GetString()));
        using var inShort = JsonDocument.Parse(await fleet.GetAsync("/api/v1/fleet"));
        Assert.Equal([server, "vc3.example.org"], inShort.RootElement.GetProperty("failing").EnumerateArray().Select(item => item.GetProperty("server").GetString()));
        foreach (var page in (string[])["/scans", "/machines"])
        {
            Assert.Matches($"{Regex.Escape(server)}.*{tried:yyyy-MM-dd HH:mm} UTC \\(\\d+ days? ago\\)", await fleet.GetAsync(page));
            Assert.Matches($"{SampleScan.Start:yyyy-MM-dd HH:mm} UTC \\(\\d+ days? ago\\)", await fleet.GetAsync(page));
        }
    }

    [Fact]
    public async Task Of_a_new_store_nothing_has_failed()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite);
        var answer = await JsonAsync(fleet, "fleet");
        Assert.Equal(("NONE: no scan is in the store yet", "info"), ((string?)answer["headline"], (string?)answer["severity"]));
        Assert.Contains("NONE: no scan is in the store yet", await fleet.GetAsync("/"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Pages_hold_all_machines_once()
    {
        var fleet = shared.Fleet;
        var seen = new List<string>();
        for (var page = 1; ; page++)
        {
            var answer = await JsonAsync(fleet, $"machines?pageSize=50&page={page}");
            seen.AddRange(answer["items"]!.AsArray().Select(machine => (string)machine!["id"]!));
            if (seen.Count >= (int)answer["total"]!)
            {
                break;
            }
        }

        Assert.Equal(SampleScan.Document.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count), seen.Distinct().Count());
        Assert.Equal(1_000, (int)(await JsonAsync(fleet, "machines?pageSize=1000&page="))["pageSize"]!);
    }

    [Fact]
    public async Task Who_asks_a_node_that_has_not_read_the_fleet_yet_waits_until_it_has()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await Saved.ScanAsync(place, SampleScan.Document);
        await using var store = await place.OpenAsync();
        var token = await store.AddTokenAsync(Enum.GetValues<Scope>());
        await place.RunTextAsync("ALTER TABLE run RENAME COLUMN document TO kept");
        await using var node = await ServerNode.StartAsync(place.Text, untilReady: false);
        using var client = node.Client(token);
        using var ready = await client.GetAsync("/readyz", Cancel);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, ready.StatusCode);

        // What tells of the node, and not of the fleet, is told meanwhile.
        Assert.NotNull(JsonNode.Parse(await client.GetStringAsync("/api/v1/nodes", Cancel))!["items"]);
        Assert.Empty(JsonNode.Parse(await client.GetStringAsync("/api/v1/alerts", Cancel))!["items"]!.AsArray());
        var metrics = await client.GetStringAsync("/metrics", Cancel);
        Assert.Contains("\ntimerprobe_server_ready 0\n", metrics, StringComparison.Ordinal);
        Assert.DoesNotContain("\ntimerprobe_fleet_", metrics, StringComparison.Ordinal);

        var fleet = AskAsync(client, "/api/v1/fleet");
        var page = AskAsync(client, "/");
        await place.RunTextAsync("ALTER TABLE run RENAME COLUMN kept TO document");
        var headline = new ScanReport(SampleScan.Document).Summary.Headline;
        Assert.Equal(headline, (string?)JsonNode.Parse(await fleet)!["headline"]);
        Assert.Contains(headline, await page, StringComparison.Ordinal);
        await node.UntilReadyAsync();
        Assert.Contains("\ntimerprobe_server_ready 1\n", await client.GetStringAsync("/metrics", Cancel), StringComparison.Ordinal);

        // On a machine that stands still for long, an asker is told to come again.
        static async Task<string> AskAsync(HttpClient client, string address)
        {
            while (true)
            {
                using var answer = await client.GetAsync(address, Cancel);
                if (answer.StatusCode != HttpStatusCode.ServiceUnavailable)
                {
                    return await answer.EnsureSuccessStatusCode().Content.ReadAsStringAsync(Cancel);
                }
            }
        }
    }

    [Fact]
    public async Task What_is_the_same_is_not_sent_again()
    {
        var fleet = shared.Fleet;
        using var first = await fleet.Client.GetAsync("/api/v1/machines", Cancel);
        using var again = new HttpRequestMessage(HttpMethod.Get, "/api/v1/machines") { Headers = { IfNoneMatch = { first.Headers.ETag! } } };
        using var same = await fleet.Client.SendAsync(again, Cancel);
        Assert.Equal(HttpStatusCode.NotModified, same.StatusCode);
        Assert.Empty(await same.Content.ReadAsByteArrayAsync(Cancel));
        using var other = new HttpRequestMessage(HttpMethod.Get, "/api/v1/machines?page=2") { Headers = { IfNoneMatch = { new EntityTagHeaderValue("\"else\"") } } };
        using var sent = await fleet.Client.SendAsync(other, Cancel);
        Assert.Equal(HttpStatusCode.OK, sent.StatusCode);

        using var trail = await fleet.Client.GetAsync("/api/v1/audit", Cancel);
        Assert.True(trail.Headers.CacheControl?.Private);
        using var read = new HttpRequestMessage(HttpMethod.Get, "/api/v1/audit") { Headers = { IfNoneMatch = { trail.Headers.ETag! } } };
        using var unchanged = await fleet.Client.SendAsync(read, Cancel);
        Assert.Equal(HttpStatusCode.NotModified, unchanged.StatusCode);
    }

    [Fact]
    public async Task A_filter_that_means_nothing_is_refused_by_its_name()
    {
        var fleet = shared.Fleet;
        foreach (var (path, parameter, takes) in new[]
        {
            ("machines?hostHz=x", "hostHz", "LOW..HIGH in Hz"),
            ("machines?homeHz=1-2", "homeHz", "LOW..HIGH in Hz"),
            ("machines?sort=bogus", "sort", "awaySince"),
            ("machines?sort=--name", "sort", "awaySince"),
            ("machines?placement=bogus", "placement", "home"),
            ("machines?severity=bogus", "severity", "critical, warning, info"),
            ("findings?severity=bogus", "severity", "critical, warning, info"),
            ("alerts?all=yes", "all", "true, false"),
            ("audit?action=bogus", "action", "token-made"),
            ("audit?before=x", "before", "a whole number"),
            ("audit?count=0", "count", "1 to 1000"),
            ("machines?page=0", "page", "a whole number from 1"),
            ("vcenters?page=abc", "page", "a whole number from 1"),
            ("findings?pageSize=1001", "pageSize", "1 to 1000"),
        })
        {
            using var answer = await fleet.Client.GetAsync($"/api/v1/{path}", Cancel);
            Assert.Equal((path, HttpStatusCode.BadRequest, "application/problem+json"), (path, answer.StatusCode, answer.Content.Headers.ContentType?.MediaType));
            var detail = (string?)JsonNode.Parse(await answer.Content.ReadAsStringAsync(Cancel))!["detail"];
            Assert.StartsWith($"{parameter} takes ", detail, StringComparison.Ordinal);
            Assert.Contains(takes, detail, StringComparison.Ordinal);
        }

        using var twice = await fleet.Client.GetAsync("/api/v1/machines?placement=away&placement=home", Cancel);
        Assert.Equal(HttpStatusCode.BadRequest, twice.StatusCode);
        Assert.Contains("placement was given 2 times", await twice.Content.ReadAsStringAsync(Cancel), StringComparison.Ordinal);
        await fleet.GetAsync("/machines?placement=bogus&sort=bogus&hostHz=x&page=abc&page=2");
    }

    [Theory]
    [InlineData("machines?placement=&measured=&cluster=&vcenter=&severity=&rule=&hostHz=&homeHz=&sort=&text=", "machines")]
    [InlineData("machines?placement=AWAY&sort=-PPM", "machines?placement=away&sort=-ppm")]
    [InlineData("machines?rule={RULE}", "machines?rule={rule}")]
    [InlineData("clusters?name={CLUSTER}", "clusters?name={cluster}")]
    [InlineData("audit?action=TOKEN-MADE&actor=&before=&count=", "audit?action=token-made")]
    public async Task An_empty_filter_is_none_and_the_case_of_letters_does_not_count(string path, string same)
    {
        var fleet = shared.Fleet;
        var rule = SampleScan.Document.Findings[0].Rule;
        var cluster = new ScanReport(SampleScan.Document).Clusters[0].Name;
        var expected = await fleet.GetAsync($"/api/v1/{same.Replace("{rule}", rule, StringComparison.Ordinal).Replace("{cluster}", cluster, StringComparison.Ordinal)}");
        Assert.NotEmpty(JsonNode.Parse(expected)!.AsObject().First().Value!.AsArray());
        Assert.Equal(expected, await fleet.GetAsync($"/api/v1/{path.Replace("{RULE}", rule.ToLowerInvariant(), StringComparison.Ordinal).Replace("{CLUSTER}", cluster.ToUpperInvariant(), StringComparison.Ordinal)}"));
    }

    [Fact]
    public async Task An_alert_is_acknowledged_once()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        await using var store = await fleet.Place.OpenAsync();
        await store.Alerts.AddAsync([new NewAlert("a1", "mail", "wentAway", "DB01", "{}")], Cancel);

        Assert.Equal(1, (int)(await JsonAsync(fleet, "alerts"))["total"]!);
        using var taken = await fleet.Client.PostAsync("/api/v1/alerts/a1/acknowledge", content: null, Cancel);
        Assert.Equal(1, (int)JsonNode.Parse(await taken.Content.ReadAsStringAsync(Cancel))!["acknowledged"]!);
        Assert.Equal(0, (int)(await JsonAsync(fleet, "alerts"))["total"]!);
        Assert.Contains(await store.Audit.ListAsync(new AuditQuery(), Cancel),
            entry => (entry.Actor, entry.Action, entry.Subject) == ("first", "alert-acknowledged", "a1"));

        using var unknown = await fleet.Client.PostAsync("/api/v1/alerts/a2/acknowledge", content: null, Cancel);
        Assert.Equal(HttpStatusCode.NotFound, unknown.StatusCode);
        Assert.Equal("application/problem+json", unknown.Content.Headers.ContentType!.MediaType);
        using var nothing = await fleet.Client.GetAsync("/api/v1/machines/0", Cancel);
        Assert.Equal("application/problem+json", nothing.Content.Headers.ContentType!.MediaType);
    }

    [Fact]
    public async Task It_tells_of_its_nodes()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite);
        JsonNode nodes = new JsonObject();
        await Until.Async(async () => (string?)(nodes = await JsonAsync(fleet, "nodes"))["items"]?.AsArray()
            .FirstOrDefault()?["state"] == "ready", () => nodes.ToJsonString());
        Assert.Equal((1, Environment.MachineName), ((int)nodes["total"]!, (string?)nodes["items"]![0]!["name"]));
        Assert.Equal(0, (int)(await JsonAsync(fleet, "schedule"))["total"]!);
        Assert.Contains(Environment.MachineName, await fleet.GetAsync("/nodes"), StringComparison.Ordinal);
    }

    /// <summary>That it is made of the routes, and each refusal a problem, is held by OpenApiTests.</summary>
    [Fact]
    public async Task Its_description_is_served_and_has_a_summary_of_each_route()
    {
        var description = await JsonAsync(shared.Fleet, "openapi.json");
        Assert.StartsWith("3.1", (string?)description["openapi"], StringComparison.Ordinal);
        var paths = description["paths"]!.AsObject();
        Assert.All(paths.SelectMany(path => path.Value!.AsObject()), operation => Assert.NotNull(operation.Value!["summary"]));
        var page = await File.ReadAllTextAsync(Path.Combine(Repository.Root, "docs", "server", "pages.md"), Cancel);
        Assert.All(paths, path => Assert.Contains($"{path.Key.Replace("{id}", "ID", StringComparison.Ordinal)}`", page, StringComparison.Ordinal));
    }

    private static async Task<JsonNode> JsonAsync(FleetNode fleet, string path) => JsonNode.Parse(await fleet.GetAsync($"/api/v1/{path}"))!;
}
