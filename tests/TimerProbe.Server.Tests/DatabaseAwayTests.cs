namespace TimerProbe.Server.Tests;

/// <summary>A database that is away for a while, and guests that do not mind.</summary>
public sealed class DatabaseAwayTests
{
    private const int Partial = 5;

    [Fact]
    public async Task What_comes_while_it_is_down_is_told_to_come_again_and_is_there_once_when_it_is_back()
    {
        GuestMachine.Needs();
        using var cluster = await PostgresCluster.OwnAsync();
        await using var place = TestStore.In(cluster);
        await using var node = await ServerNode.StartAsync(place.Text);
        using var client = node.Client(node.Token);
        using var machine = new GuestMachine(node.Token!);
        using var guests = new Guests(count: 4, node.Token!, [new("one", node.Address)]);
        await guests.UntilTakenAsync(20);
        var json = Submission.Json(Submission.Check("LATE"));

        await cluster.StopAsync();
        await node.UntilNotReadyAsync();
        await AssertToldToComeAgainAsync(client, json);
        var away = await machine.CheckAsync(node.Address);
        Assert.True(away.ExitCode == Partial, away.Error);
        Assert.Single(machine.Waiting);

        await cluster.StartAgainAsync();
        await node.UntilReadyAsync();
        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(json));
        Assert.Equal(HttpStatusCode.OK, await client.PostAsync(json));
        var sent = await machine.CheckAsync(node.Address);
        Assert.Equal((0, ""), (sent.ExitCode, sent.Error));
        Assert.Empty(machine.Waiting);
        await guests.UntilTakenAsync(20);
        var taken = await guests.EndAsync();

        var kept = (await place.RunsAsync(taken.Count + 3)).Select(run => run.DocumentId).ToList();
        Assert.Equal(taken.Count + 3, kept.Count);
        Assert.Equal(kept.Count, kept.Distinct().Count());
        Assert.Empty(taken.Except(kept));
        AssertAnswers(guests);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_node_that_scans_ends_though_the_database_is_away_or_lets_its_scheduler_write_nothing(bool away)
    {
        using var cluster = await PostgresCluster.OwnAsync();
        await using var fleet = await ScheduledFleet.StartAsync(TestStore.In(cluster), vcenters: 1);
        Signals.Send(fleet.VCenters[0].ProcessId, "STOP");
        var node = await fleet.StartProcessAsync("one");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilAsync(store, scans => scans is [{ EndedAt: null }], "the scan did not begin");
        await using var other = new NpgsqlConnection(fleet.Place.Text);
        if (away)
        {
            await cluster.StopAsync();
        }
        else
        {
            await other.OpenAsync(Cancel);
            await using var locks = new NpgsqlCommand("BEGIN; LOCK TABLE scheduler_locks, scheduler_triggers, scheduler_fired_triggers", other);
            await locks.ExecuteNonQueryAsync(Cancel);
        }

        Assert.Equal(0, await node.StopAsync());
    }

    [Fact]
    public async Task A_node_whose_line_to_it_is_dead_takes_nothing_until_it_has_another_and_the_other_node_goes_on()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 2);
        await using var proxy = CuttingProxy.Open((await PostgresCluster.GetAsync()).Socket);
        var cut = await fleet.StartNodeAsync("cut", fleet.Place.TextThrough(proxy.Port));
        var whole = await fleet.StartNodeAsync("whole");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        using var client = cut.Client(cut.Token);
        using var guests = new Guests(count: 4, cut.Token!, [new("cut", cut.Address), new("whole", whole.Address)]);
        await guests.UntilTakenAsync(20);
        await fleet.UntilScannedAsync(store, 2);

        proxy.Hold();
        await cut.UntilNotReadyAsync();
        var json = Submission.Json(Submission.Check("LATE"));
        await AssertToldToComeAgainAsync(client, json);
        await fleet.UntilScannedAsync(store, 2);
        await guests.UntilTakenAsync(20);

        proxy.LetGo();
        await cut.UntilReadyAsync();
        // A document may wait on the dead connection for longer than its sender: a guest then sends it again.
        var answers = new List<HttpStatusCode>();
        await Until.Async(
            async () =>
            {
                answers.Add(await client.PostAsync(json));
                return answers[^1] is HttpStatusCode.Created or HttpStatusCode.OK;
            },
            () => $"it was not taken: {string.Join(", ", answers)}");
        await fleet.UntilScannedAsync(store, 2);
        var taken = await guests.EndAsync();

        var kept = (await fleet.Place.RunsAsync(taken.Count + 1)).Where(run => run.Kind == RunKinds.Check).Select(run => run.DocumentId)
            .ToList();
        Assert.Equal(taken.Count + 1, kept.Count);
        Assert.Empty(taken.Except(kept));
        AssertAnswers(guests);
        await ScheduledFleet.AssertAloneAsync(store);
    }

    private static void AssertAnswers(Guests guests) =>
        Assert.All(guests.Answers.Keys,
            answer => Assert.Contains(
                answer, (HttpStatusCode[])[HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.ServiceUnavailable]));

    private static async Task AssertToldToComeAgainAsync(HttpClient client, string json)
    {
        using var answer = await client.PostAsync(Submission.Path, Submission.Body(json), Cancel);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, answer.StatusCode);
        Assert.NotNull(answer.Headers.RetryAfter?.Delta);
        Assert.Equal("The store cannot be reached now.", await answer.ProblemAsync());
    }
}
