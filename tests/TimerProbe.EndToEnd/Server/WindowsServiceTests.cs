namespace TimerProbe.EndToEnd.Server;

/// <summary><c>timerprobe-server --service</c>: a node as a service of Windows, under Wine.</summary>
[Trait("Run", "all")]
public sealed class WindowsServiceTests
{
    private const string Name = "TimerProbeServer";

    private static readonly string Program = Repository.Path("artifacts", "publish", "server-win-x64", "timerprobe-server.exe");

    [Fact]
    public async Task Started_it_answers_and_stopped_it_ends_in_good_order()
    {
        await using var wine = await StartAsync();
        var address = new Uri($"http://127.0.0.1:{FreePort()}/");
        wine.Files.Write("timerprobe.json", "{}");
        var service = await WineService.CreateAsync(wine, Name, Program,
            ["--service", "--config", wine.GetPath("timerprobe.json"), "--store", $"\"{wine.GetPath("a store.db")}\"", "--listen", address.OriginalString.TrimEnd('/')]);
        await service.StartAsync();
        await service.UntilAsync("RUNNING");

        // It is told to run when it listens: nobody waits here.
        using var client = new HttpClient { BaseAddress = address };
        Assert.Equal("ok\n", await client.GetStringAsync(new Uri("healthz", UriKind.Relative), Cancel));

        await service.StopAsync();
        Assert.Equal(new ServiceAnswer("STOPPED", 0, 0), await service.UntilAsync("STOPPED"));
        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetStringAsync(new Uri("healthz", UriKind.Relative), Cancel));
        Assert.True(File.Exists(wine.Files["a store.db"]));
        Assert.Equal("", wine.Events);
    }

    [Fact]
    public async Task A_start_that_fails_leaves_its_exit_code_and_is_an_event()
    {
        await using var wine = await StartAsync();
        var service = await WineService.CreateAsync(wine, Name, Program, ["--service", "--store", wine.GetPath("store.db"), "--listen", "http://0.0.0.0:0"]);
        await service.StartAsync();
        Assert.Equal(new ServiceAnswer("STOPPED", 1066, 2), await service.UntilAsync("STOPPED"));
        Assert.Contains("is plain http and no loopback address", wine.Events, StringComparison.Ordinal);
    }

    private static Task<OwnWine> StartAsync()
    {
        Requirement.Met(File.Exists(Program), "the server is not published for Windows: run tests/run all");
        return OwnWine.StartAsync();
    }
}
