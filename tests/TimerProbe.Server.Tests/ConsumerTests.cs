using System.Net;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet.Store;
using TimerProbe.Server.Tests.Running;

namespace TimerProbe.Server.Tests;

/// <summary>The one node of a store that takes in what guests hand in.</summary>
public sealed class ConsumerTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_node_that_is_killed_while_it_takes_in_loses_nothing_and_takes_nothing_twice(Engine engine)
    {
        const int count = 150;
        await using var place = await TestStore.NewAsync(engine);
        string token;
        await using (var killed = await ServerNode.StartAsync(place.Text))
        {
            token = killed.Token!;
            using var client = killed.Client(token);
            Assert.All(await Task.WhenAll(Enumerable.Range(0, count).Select(i => client.PostAsync(HandIn.Json(HandIn.Check($"DB{i}"))))), answer => Assert.Equal(HttpStatusCode.Created, answer));
            await killed.KillAsync();
        }

        await using var node = await ServerNode.StartAsync(place.Text);
        var runs = await place.RunsAsync(count);

        Assert.Equal(count, runs.Count);
        Assert.Equal(count, runs.Select(run => run.DocumentId).Distinct().Count());
    }

    [Fact]
    public async Task Another_node_takes_over_when_the_one_is_lost()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var first = await ServerNode.StartAsync(place.Text, "--config", Configuration(place, "one"));
        using var client = first.Client(first.Token);
        await client.PostAsync(HandIn.Json(HandIn.Check()));
        await place.RunsAsync(1);
        await using var second = await ServerNode.StartAsync(place.Text, "--config", Configuration(place, "two"));
        using var other = second.Client(first.Token);

        // The one that holds the claim takes in what came to another node.
        await other.PostAsync(HandIn.Json(HandIn.Check("DB02")));
        await place.RunsAsync(2);

        using (var stop = System.Diagnostics.Process.Start("kill", ["-STOP", $"{first.ProcessId}"]))
        {
            await stop.WaitForExitAsync(Cancel);
        }

        var stopped = TimeProvider.System.GetTimestamp();
        Assert.Equal(HttpStatusCode.Created, await other.PostAsync(HandIn.Json(HandIn.Check("DB03"))));
        await place.RunsAsync(3);
        Assert.True(TimeProvider.System.GetElapsedTime(stopped) < TimeSpan.FromSeconds(60));

        using (var go = System.Diagnostics.Process.Start("kill", ["-CONT", $"{first.ProcessId}"]))
        {
            await go.WaitForExitAsync(Cancel);
        }

        await client.PostAsync(HandIn.Json(HandIn.Check("DB04")));
        Assert.Equal(4, (await place.RunsAsync(4)).Count);
    }

    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_node_that_ends_leaves_its_claim_at_once_and_one_that_begins_again_has_it(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await using (var claim = await store.Inbox.ClaimAsync("one", begins: true, Cancel))
        {
            Assert.NotNull(claim);
            Assert.Null(await store.Inbox.ClaimAsync("two", begins: true, Cancel));
            Assert.Null(await store.Inbox.ClaimAsync("one", begins: false, Cancel));
            await using var again = await store.Inbox.ClaimAsync("one", begins: true, Cancel);
            Assert.NotNull(again);

            // What it claimed in its life before is worth nothing any more.
            var lost = await Assert.ThrowsAsync<StoreException>(() => claim.KeepAsync(Cancel));
            Assert.Equal(StoreErrorKind.ClaimLost, lost.Kind);
        }

        await using var two = await store.Inbox.ClaimAsync("two", begins: true, Cancel);
        Assert.NotNull(two);
    }

    [Fact]
    public async Task What_is_taken_in_makes_the_alerts_of_what_it_changed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await File.WriteAllTextAsync(place["config.json"], $$"""{ "alerts": { "command": { "file": "/usr/bin/tee", "arguments": ["-a", "{{place["alerts.txt"]}}"] } } }""", Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", place["config.json"]);
        using var client = node.Client(node.Token);

        await client.PostAsync(HandIn.Json(HandIn.Check("DB01", ClockState.Healthy)));
        await client.PostAsync(HandIn.Json(HandIn.Check("DB01", ClockState.Slow)));
        while (!File.Exists(place["alerts.txt"]) || new FileInfo(place["alerts.txt"]).Length == 0)
        {
            await Task.Delay(100, Cancel);
        }

        Assert.Contains("DB01", await File.ReadAllTextAsync(place["alerts.txt"], Cancel));
    }

    private static string Configuration(TestStore place, string node)
    {
        File.WriteAllText(place[$"{node}.json"], $$"""{ "server": { "node": "{{node}}" } }""");
        return place[$"{node}.json"];
    }
}
