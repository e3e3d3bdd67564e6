using System.Net;
using System.Net.Sockets;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A single node beside a file.</summary>
public sealed class OneNodeTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task It_scans_reads_its_configuration_again_and_gives_up_what_hangs_when_it_ends()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 2);
        fleet.Schedule = "1h";
        var node = await fleet.StartNodeAsync("one");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilAsync(store, scans => scans.Count == 2 && scans.All(scan => scan.Outcome?.Result == "complete"), "what was never scanned was not scanned at once");
        var (nodes, _) = await store.Nodes.ListAsync(Cancel);
        Assert.Equal(("one", "ready", TimeSpan.Zero), (nodes[0].Name, nodes[0].State, nodes[0].ClockApart));

        await File.WriteAllTextAsync(fleet.FileOf("one"), """{ "vcenters": [ { "server": "x", "schedule": "every day" } ] }""", Cancel);
        await Running.Until.Async(() => Task.FromResult(node.Complaints.Any(line => line.EndsWith("the configuration from before goes on", StringComparison.Ordinal))), () => "a bad configuration was not refused");
        Assert.Contains(node.Complaints, line => line.Contains("one.json:1:", StringComparison.Ordinal) && line.Contains("schedule says no times", StringComparison.Ordinal));
        Assert.Equal(2, (await store.Scans.ListAsync(Cancel)).Count);

        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        fleet.Others.Add($"{silent.LocalEndpoint}");
        fleet.Schedule = "0/5 * * * * ?";
        fleet.Configure("one");
        using var asked = await silent.AcceptTcpClientAsync(Cancel);
        await fleet.UntilScannedAsync(store, 2);

        var start = TimeProvider.System.GetTimestamp();
        Assert.Equal(0, await node.StopAsync());
        Assert.InRange(TimeProvider.System.GetElapsedTime(start), TimeSpan.Zero, TimeSpan.FromSeconds(10));
        var hung = Assert.Single(await store.Scans.ListAsync(Cancel), scan => scan.Server == fleet.Others[0]);
        Assert.Equal("givenUp", hung.Outcome?.Result);
        await using var free = await store.ClaimAsync([hung.Server], ScanLockHolder.ThisProcess("test", TimeProvider.System), Cancel);
        Assert.Empty(free.Others);
    }
}
