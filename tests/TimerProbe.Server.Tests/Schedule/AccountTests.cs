using TimerProbe.Server.Tests.Running;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A node whose account may change no table.</summary>
public sealed class AccountTests
{
    [Fact]
    public async Task It_scans_once_the_owner_has_made_the_tables()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 1);
        var roles = await StoreRoles.NewAsync(fleet.Place);
        var node = await fleet.StartNodeAsync("one", roles.Text("server"), untilReady: false);
        await Until.Async(
            () => Task.FromResult(node.Complaints.Any(line => line.Contains("timerprobe-server migrate", StringComparison.Ordinal))),
            () => $"what is missing was not said: {string.Join('\n', node.Complaints)}");

        var (exitCode, _, error) = await ServerNode.RunAsync("migrate", "--store", roles.Text("owner"));
        Assert.True(exitCode == 0, error);
        await using var store = await roles.OpenAsync("server");
        await fleet.UntilScannedAsync(store, 1);
        Assert.True(await node.StopAsync() == 0, string.Join('\n', node.Complaints));
        Assert.Equal(0, (await ServerNode.RunAsync("migrate", "--store", roles.Text("owner"))).ExitCode);
    }
}
