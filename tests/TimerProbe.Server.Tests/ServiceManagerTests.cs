namespace TimerProbe.Server.Tests;

/// <summary>What a node tells systemd (sd_notify(3)).</summary>
public sealed class ServiceManagerTests
{
    [Fact]
    public async Task It_is_ready_when_it_listens_lives_for_the_watchdog_and_says_that_it_stops()
    {
        Requirement.Met(OperatingSystem.IsLinux(), "systemd is of Linux");
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var path = place["notify"];
        using var manager = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified) { ReceiveTimeout = 60_000 };
        manager.Bind(new UnixDomainSocketEndPoint(path));
        var environment = new Dictionary<string, string> { ["NOTIFY_SOCKET"] = path, ["WATCHDOG_USEC"] = "1500000" };
        await using var node = await ServerProcess.StartAsync(place.Text, environment, untilReady: true);
        Assert.Equal("READY=1\nWATCHDOG=1", Summary(manager));
        using var client = node.Client(token: null);
        Assert.Equal("ok\n", await client.GetStringAsync(new Uri("healthz", UriKind.Relative), Cancel));
        Assert.Equal("WATCHDOG=1", Summary(manager));
        Assert.Equal(0, await node.StopAsync());
        string last;
        while ((last = Summary(manager)) == "WATCHDOG=1")
        {
        }

        Assert.Equal("STOPPING=1", last);
    }

    private static string Summary(Socket manager)
    {
        var buffer = new byte[256];
        return Encoding.ASCII.GetString(buffer, 0, manager.Receive(buffer));
    }
}
