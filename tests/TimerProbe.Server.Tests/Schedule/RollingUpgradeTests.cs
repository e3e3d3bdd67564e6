using System.Net;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Tests.Running;
using TimerProbe.Server.Tests.Running;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>Nodes of which each knows the form of the store before the present one, while a later version makes the next.</summary>
public sealed class RollingUpgradeTests
{
    private static readonly string[] Names = ["a", "b", "c"];

    [Fact]
    public async Task Nodes_are_replaced_one_by_one_while_guests_hand_in_and_nothing_is_lost_or_done_twice()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 4);
        var roles = await StoreRoles.NewAsync(fleet.Place);
        await MigrateAsync(roles);
        var nodes = (await Task.WhenAll(Names.Select(name => fleet.StartNodeAsync(name, roles.Text("server"))))).Zip(Names).ToDictionary(pair => pair.Second, pair => pair.First);
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        using var guests = new Guests(count: 4, await fleet.Place.TokenAsync(), nodes.ToDictionary(node => node.Key, node => node.Value.Address));
        await fleet.UntilScannedAsync(store, 4);

        Assert.Equal(LaterForm.Known.Count + 1, (await LaterForm.UpdateAsync(roles.Target("owner"), LaterForm.ForOlder)).Now);
        foreach (var (name, node) in nodes)
        {
            await guests.UntilTakenAsync(20);
            Assert.True(await node.StopAsync() == 0, string.Join('\n', node.Complaints));
            await guests.UntilTakenAsync(20);
            var next = await fleet.StartNodeAsync(name, roles.Text("server"));
            guests.Move(name, next.Address);
            await next.UntilReadyAsync();
            await MigrateAsync(roles);
        }

        await fleet.UntilScannedAsync(store, 4);
        var taken = await guests.EndAsync();

        Assert.All(guests.Answers.Keys, answer => Assert.Contains(answer, (HttpStatusCode[])[HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.ServiceUnavailable]));
        var kept = (await fleet.Place.RunsAsync(taken.Count)).Where(run => run.Kind == RunKinds.Check).Select(run => run.DocumentId);
        Assert.Equal(taken.Order(), kept.Order());
        await ScheduledFleet.AssertAloneAsync(store);
    }

    [Fact]
    public async Task A_form_for_later_versions_only_is_refused_by_a_node_and_by_its_migration()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await LaterForm.UpdateAsync(place.Target, LaterForm.ForNone);

        foreach (var command in (string[][])[[], ["migrate"]])
        {
            var (exitCode, _, error) = await ServerNode.RunAsync([.. command, "--store", place.Text]);
            Assert.Equal(3, exitCode);
            Assert.Contains($"has form {LaterForm.Known.Count + 1}, made by timerprobe", error);
            Assert.Contains("Use the newer program, or another store", error);
        }
    }

    [Fact]
    public async Task A_node_that_runs_while_a_form_for_later_versions_is_made_writes_nothing_to_it()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var node = await ServerNode.StartAsync(place.Text);
        await node.UntilReadyAsync();
        using var client = node.Client(node.Token);
        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(HandIn.Json(HandIn.Check("DB01"))));
        await using var store = await place.OpenAsync(StoreAccess.Read);
        await Until.Async(async () => await store.Inbox.CountAsync(TestContext.Current.CancellationToken) == 0, () => "what was handed in is not taken in");

        await LaterForm.UpdateAsync(place.Target, LaterForm.ForNone);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, await client.PostAsync(HandIn.Json(HandIn.Check("DB02"))));
        await node.UntilNotReadyAsync();
        await Until.Async(
            () => Task.FromResult(node.Complaints.Any(line => line.Contains($"this node takes no scans: {place.Target} has form {LaterForm.Known.Count + 1}", StringComparison.Ordinal))),
            () => string.Join('\n', node.Complaints));
        Assert.Equal(0, await node.StopAsync());
    }

    private static async Task MigrateAsync(StoreRoles roles)
    {
        var (exitCode, _, error) = await ServerNode.RunAsync("migrate", "--store", roles.Text("owner"));
        Assert.True(exitCode == 0, error);
    }
}
