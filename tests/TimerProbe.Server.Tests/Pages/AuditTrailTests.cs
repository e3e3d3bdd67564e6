namespace TimerProbe.Server.Tests.Pages;

/// <summary>The audit trail as administrators see it, and for how long.</summary>
public sealed partial class AuditTrailTests
{
    [Theory]
    [ClassData<Engines>]
    public async Task It_is_filtered_and_paged_and_linked_for_administrators_only(Engine engine)
    {
        await using var fleet = await FleetNode.StartAsync(engine);
        await using var store = await fleet.Place.OpenAsync();
        for (var i = 0; i < 250; i++)
        {
            await store.Audit.AddAsync(
                new AuditEntry("one", $"jane{i}<script>", i % 2 == 0 ? AuditTrail.SignedIn : AuditTrail.SignedOut) { Detail = "\u202e" }, Cancel);
        }

        var first = await fleet.GetAsync("/audit");
        Assert.Equal(100, Row().Count(first));
        Assert.DoesNotContain("<script>", first, StringComparison.Ordinal);
        Assert.DoesNotContain("\u202e", first, StringComparison.Ordinal);
        Assert.Contains("jane249&lt;script&gt;", first, StringComparison.Ordinal);
        Assert.Contains("<a href=\"/audit\" aria-current=\"page\">", first, StringComparison.Ordinal);

        var seen = new List<string>();
        var next = "/audit?action=signed-in&actor=JANE";
        while (next is not null)
        {
            var page = await fleet.GetAsync(next);
            seen.AddRange(Row().Matches(page).Select(row => row.Value));
            next = Next().Match(page) is { Success: true } link ? WebUtility.HtmlDecode(link.Groups["to"].Value) : null;
        }

        Assert.Equal((125, 125), (seen.Count, seen.Distinct().Count()));
        Assert.Contains("No entry is left.", await fleet.GetAsync("/audit?actor=nobody"), StringComparison.Ordinal);

        using var other = fleet.Node.Client(await store.AddTokenAsync([Scope.Read]));
        using var refused = await other.GetAsync("/audit", Cancel);
        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.DoesNotContain("/audit", await other.GetStringAsync("/nodes", Cancel), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, 399, 401)]
    [InlineData("30d", 29, 31)]
    [InlineData("800d", 799, 801)]
    public async Task It_is_kept_as_long_as_is_asked_for(string? retention, int kept, int removed)
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await using var store = await place.OpenAsync();
        await store.Audit.AddAsync(new AuditEntry("one", "removed", AuditTrail.SignedIn), Cancel);
        await AgeAsync(place, TimeSpan.FromDays(removed - kept));
        await store.Audit.AddAsync(new AuditEntry("one", "kept", AuditTrail.SignedIn), Cancel);
        await AgeAsync(place, TimeSpan.FromDays(kept));

        await File.WriteAllTextAsync(place["server.json"], retention is null ? "{}" : $$"""{ "server": { "auditRetention": "{{retention}}" } }""", Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", place["server.json"]);
        IReadOnlyList<AuditEntry> left = [];
        await Until.Async(async () => (left = await store.Audit.ListAsync(new AuditQuery(), Cancel)).All(entry => entry.Actor != "removed"), () => "it is still there");
        Assert.Contains(left, entry => entry.Actor == "kept");
    }

    /// <summary>Dates what is there so much earlier.</summary>
    private static Task AgeAsync(TestStore place, TimeSpan time) =>
        place.RunTextAsync($"UPDATE server_audit SET at = at - {(long)time.TotalMilliseconds}");

    [GeneratedRegex("<th scope=\"row\">.*?</th>", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Row();

    [GeneratedRegex("href=\"(?<to>[^\"]+)\" rel=\"next\"", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Next();
}
