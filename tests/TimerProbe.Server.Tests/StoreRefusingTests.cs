namespace TimerProbe.Server.Tests;

/// <summary>What people, programs and whoever runs a node see while its store refuses it or is away.</summary>
public sealed partial class StoreRefusingTests
{
    private static readonly string[] Pages = ["/", "/clusters", "/machines", "/findings", "/scans", "/guests", "/nodes", "/alerts", "/audit"];

    [Fact]
    public async Task A_person_goes_on_seeing_the_fleet_while_the_store_is_stopped()
    {
        using var cluster = await PostgresCluster.OwnAsync();
        await using var place = TestStore.In(cluster);
        await Saved.ScanAsync(place, SampleScan.Document);
        await using var node = await ServerNode.StartAsync(place.Text);
        await node.UntilReadyAsync();
        using var browser = new Browser();
        await browser.SignInAsync(node, node.Token!);
        var (_, first) = await browser.SeeAsync(node, "/");
        Assert.Contains("id=\"trend\"", first, StringComparison.Ordinal);
        var machine = MachineLink().Match((await browser.SeeAsync(node, "/machines")).Page).Groups["path"].Value;

        await cluster.StopAsync();
        await node.UntilNotReadyAsync();
        // From here on nothing is believed that the store said before.
        await Task.Delay(KnownTokens.CacheDuration, Cancel);
        foreach (var path in Pages.Append(machine))
        {
            var (status, page) = await browser.SeeAsync(node, path);
            Assert.True(status == HttpStatusCode.OK, $"{path}: {status} {page}");
            Assert.Contains("<b>The store does not answer</b> since ", page, StringComparison.Ordinal);
        }

        var (_, fleet) = await browser.SeeAsync(node, "/");
        Assert.Contains(Headline().Match(first).Value, fleet, StringComparison.Ordinal);
        Assert.Contains("id=\"trend\"", fleet, StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.OK, (await browser.GetAsync(node, StyleSheet().Match(fleet).Groups["path"].Value)).StatusCode);
        await AssertProgramsAreToldAsync(node, browser);

        await cluster.StartAgainAsync();
        await node.UntilReadyAsync();
        Assert.DoesNotContain("does not answer", (await browser.SeeAsync(node, "/alerts")).Page, StringComparison.Ordinal);
        using var client = node.Client(node.Token);
        await Until.Async(async () => (await client.GetAsync("/api/v1/nodes", Cancel)).StatusCode == HttpStatusCode.OK, () => "programs are not served again");
        await Until.Async(() => Task.FromResult(node.Complaints.Any(line => line.Contains(" info store: over after ", StringComparison.Ordinal))), () => "that it is over was not said");
        Assert.All(node.Complaints, line => Assert.Matches("^[0-9-]{10}T[0-9:.]{12}Z [^ ]+ (info|warning|error) [^ ]+: ", line));
        Assert.InRange(node.Complaints.Count, 2, 6);
        Assert.Single(node.Complaints, line => line.Contains(" info ", StringComparison.Ordinal));
    }

    [Theory]
    [ClassData<Engines>]
    public async Task A_node_writes_nothing_to_a_store_that_a_later_version_has_changed_and_says_so(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var client = node.Client(node.Token);
        await place.RunTextAsync("INSERT INTO schema_script (number, name, program) VALUES (999, 'later', '9.9.9')");

        Assert.Equal(HttpStatusCode.ServiceUnavailable, await client.PostAsync(Submission.Json(Submission.Check())));
        await node.UntilNotReadyAsync();
        await Until.Async(
            () => Task.FromResult(node.Complaints.Any(line => line.Contains($"this node takes no scans: {place.Target} has form 999, made by timerprobe 9.9.9", StringComparison.Ordinal))),
            () => string.Join('\n', node.Complaints));
        Assert.Equal(0, await node.StopAsync());
    }

    private static async Task AssertProgramsAreToldAsync(ServerNode node, Browser browser)
    {
        using var client = node.Client(node.Token);
        using var nobody = node.Client(token: null);
        using var ready = await client.GetAsync("/readyz", Cancel);
        using var readyOfNobody = await nobody.GetAsync("/readyz", Cancel);
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "not ready: store\n"), (ready.StatusCode, await ready.Content.ReadAsStringAsync(Cancel)));
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "not ready: store\n"),
            (readyOfNobody.StatusCode, await readyOfNobody.Content.ReadAsStringAsync(Cancel)));
        foreach (var path in (string[])["/api/v1/fleet", "/api/v1/nodes", "/api/v1/alerts", "/metrics"])
        {
            using var answer = await client.GetAsync(path, Cancel);
            Assert.Equal((path, HttpStatusCode.ServiceUnavailable, "application/problem+json"),
                (path, answer.StatusCode, answer.Content.Headers.ContentType?.MediaType));
            Assert.NotNull(answer.Headers.RetryAfter?.Delta);
            using var ofCookie = await browser.GetAsync(node, path);
            Assert.Equal((path, HttpStatusCode.ServiceUnavailable), (path, ofCookie.StatusCode));
        }

        using var submitted = await client.PostAsync(Submission.Path, Submission.Body(Submission.Json(Submission.Check("LATE"))), Cancel);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, submitted.StatusCode);
        Assert.NotNull(submitted.Headers.RetryAfter?.Delta);
    }

    [GeneratedRegex("<a href=\"(?<path>/machines/[^\"?]+)\"", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex MachineLink();

    [GeneratedRegex("<p class=\"said\">[^<]+</p>", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Headline();

    [GeneratedRegex("<link rel=\"stylesheet\" href=\"(?<path>[^\"]+)\"", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex StyleSheet();
}
