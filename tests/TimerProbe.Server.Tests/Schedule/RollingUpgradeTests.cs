using System.Net;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Tests.Running;
using TimerProbe.Server.Tests.Running;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>Nodes while a later version makes the next form of their store.</summary>
public sealed class RollingUpgradeTests
{
    [Fact]
    public async Task A_form_of_a_later_version_is_refused_by_a_node()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await (await place.OpenAsync()).DisposeAsync();
        await LaterForm.UpdateAsync(place.Text);

        var (exitCode, _, error) = await ServerNode.RunAsync("--store", place.Text);
        Assert.Equal(3, exitCode);
        Assert.Contains($"has form {LaterForm.Known.Count + 1}, made by timerprobe", error);
        Assert.Contains("Use the newer program, or another store", error);
    }

    [Fact]
    public async Task A_node_that_runs_while_a_form_for_later_versions_is_made_writes_nothing_to_it()
    {
        await using var place = await TestStore.NewAsync(Engine.Postgres);
        await using var node = await ServerNode.StartAsync(place.Text);
        await node.UntilReadyAsync();
        using var client = node.Client(node.Token);
        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(HandIn.Json(HandIn.Check("DB01"))));
        await LaterForm.UpdateAsync(place.Text);

        Assert.Equal(HttpStatusCode.ServiceUnavailable, await client.PostAsync(HandIn.Json(HandIn.Check("DB02"))));
        await node.UntilNotReadyAsync();
        await Until.Async(
            () => Task.FromResult(node.Complaints.Any(line => line.Contains($"this node takes no scans: {place.Target} has form {LaterForm.Known.Count + 1}", StringComparison.Ordinal))),
            () => string.Join('\n', node.Complaints));
        Assert.Equal(0, await node.StopAsync());
    }
}
