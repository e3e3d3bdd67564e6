namespace TimerProbe.Server.Tests;

/// <summary>What is answered with success is saved, and only once.</summary>
public sealed class SubmittedOnceTests
{
    [Theory]
    [InlineData(Engine.Sqlite)]
    [InlineData(Engine.Postgres)]
    public async Task A_node_that_is_killed_while_guests_submit_loses_nothing_that_it_answered_and_saves_nothing_twice(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        var checks = Enumerable.Range(0, 200).Select(i => Submission.Check($"DB{i}")).ToList();
        var answered = new ConcurrentBag<Guid>();
        string token;
        await using (var killed = await ServerProcess.StartAsync(place.Text))
        {
            token = killed.Token!;
            using var client = killed.Client(token);
            var all = Task.WhenAll(checks.Select(async check =>
            {
                try
                {
                    if (await client.PostAsync(Submission.Json(check)) == HttpStatusCode.Created)
                    {
                        answered.Add(check.Id);
                    }
                }
                catch (HttpRequestException)
                {
                    // The node is gone.
                }
            }));
            await Until.Async(() => Task.FromResult(answered.Count >= 20), () => "nothing is answered");
            await killed.KillAsync();
            await all;
        }

        Assert.Subset((await place.RunsAsync(answered.Count)).Select(run => run.DocumentId).ToHashSet(), answered.ToHashSet());
        await using var node = await ServerNode.StartAsync(place.Text);
        using var again = node.Client(token);
        Assert.All(
            await Task.WhenAll(checks.Select(check => again.PostAsync(Submission.Json(check)))),
            answer => Assert.Contains(answer, (HttpStatusCode[])[HttpStatusCode.Created, HttpStatusCode.OK]));
        Assert.Equal(checks.Select(check => check.Id).Order(), (await place.RunsAsync(checks.Count)).Select(run => run.DocumentId).Order());
    }

    [Fact]
    public async Task What_is_submitted_makes_the_alerts_of_what_it_changed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await File.WriteAllTextAsync(place["config.json"], $$"""{ "alerts": { "command": { "file": "/usr/bin/tee", "arguments": ["-a", "{{place["alerts.txt"]}}"] } } }""", Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", place["config.json"]);
        using var client = node.Client(node.Token);

        await client.PostAsync(Submission.Json(Submission.Check("DB01", ClockState.Healthy)));
        await client.PostAsync(Submission.Json(Submission.Check("DB01", ClockState.Slow)));
        while (!File.Exists(place["alerts.txt"]) || new FileInfo(place["alerts.txt"]).Length == 0)
        {
            await Task.Delay(100, Cancel);
        }

        Assert.Contains("DB01", await File.ReadAllTextAsync(place["alerts.txt"], Cancel));
    }
}
