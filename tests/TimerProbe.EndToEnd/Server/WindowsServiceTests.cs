using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Server;

/// <summary><c>timerprobe-server service</c>: a node as a service of Windows, under Wine.</summary>
public sealed class WindowsServiceTests
{
    private const string Name = "TimerProbeServer";

    private static readonly string Program = Repository.Path("artifacts", "publish", "server-win-x64", "timerprobe-server.exe");
    private static readonly TimeSpan LongestEnd = TimeSpan.FromSeconds(10);

    [Fact]
    public async Task It_is_installed_answers_and_is_removed()
    {
        await using var wine = await StartAsync();
        Assert.Equal($"service  {Name}\nstate    not installed\n", await ServiceAsync(wine, "status"));

        var address = new Uri($"http://127.0.0.1:{FreePort()}/");
        wine.Files.Write("timerprobe.json", "{}");
        string[] options = ["--config", wine.PathOf("timerprobe.json"), "--store", wine.PathOf("a store.db"), "--listen", address.OriginalString.TrimEnd('/')];
        Assert.StartsWith($"{Name} is installed and running: \"", await ServiceAsync(wine, ["install", .. options]), StringComparison.Ordinal);

        // It is told to run when it listens: nobody waits here.
        using var client = new HttpClient { BaseAddress = address };
        Assert.Equal("ok\n", await client.GetStringAsync(new Uri("healthz", UriKind.Relative), TestContext.Current.CancellationToken));
        var asking = Stopwatch.GetTimestamp();
        var status = await ServiceAsync(wine, "status");
        var start = Stopwatch.GetElapsedTime(asking);
        Assert.Contains("state    running\n", status, StringComparison.Ordinal);
        Assert.Contains($"account  NT SERVICE\\{Name}\n", status, StringComparison.Ordinal);
        Assert.Contains($"timerprobe-server.exe\" --service --config {wine.PathOf("timerprobe.json")} --store \"{wine.PathOf("a store.db")}\" --listen ", status, StringComparison.Ordinal);
        Assert.Equal($"{Name} is already installed and running\n", await ServiceAsync(wine, "install"));

        var stopping = Stopwatch.GetTimestamp();
        Assert.Equal($"{Name} is stopped and removed; the files it wrote are kept\n", await ServiceAsync(wine, "remove"));
        // What the command itself takes to start on a busy machine is no part of it.
        Assert.True(Stopwatch.GetElapsedTime(stopping) - start < LongestEnd);
        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetStringAsync(new Uri("healthz", UriKind.Relative), TestContext.Current.CancellationToken));
        Assert.True(File.Exists(wine.Files["a store.db"]));
        Assert.Equal("", wine.Events);
    }

    [Fact]
    public async Task A_start_that_fails_is_told_with_its_exit_code_and_is_an_event()
    {
        await using var wine = await StartAsync();
        var result = await OwnWine.RunServiceCommandAsync(ServerOf(wine), "install", "--store", wine.PathOf("store.db"), "--listen", "http://0.0.0.0:0");
        Assert.Equal((3, ""), (result.ExitCode, result.Out));
        Assert.Contains($"{Name} is installed, but ended with exit code 2: see the Application event log, source TimerProbe", result.Error, StringComparison.Ordinal);
        Assert.Contains("is plain http and no loopback address", wine.Events, StringComparison.Ordinal);
        await ServiceAsync(wine, "remove");
    }

    [Fact]
    public async Task Told_nothing_its_store_is_in_a_folder_of_its_own()
    {
        await using var wine = await StartAsync();
        var plan = await ServiceAsync(wine, "install", "--print");
        Assert.EndsWith("timerprobe-server.exe\" --service --store C:\\ProgramData\\TimerProbe\\server\\timerprobe.db", plan.Split('\n')[1], StringComparison.Ordinal);
        Assert.Contains("folder   C:\\ProgramData\\TimerProbe\\server\n", plan, StringComparison.Ordinal);
        Assert.Contains("starts   automatic, delayed; after a failure again in 1 minute\n", plan, StringComparison.Ordinal);
        Assert.EndsWith("not installed\n", await ServiceAsync(wine, "status"), StringComparison.Ordinal);
    }

    private static Task<OwnWine> StartAsync()
    {
        Requirement.Met(File.Exists(Program), "the server is not published for Windows: run tests/run");
        return OwnWine.StartAsync();
    }

    private static ProgramRun ServerOf(OwnWine wine) => wine.ProgramAt(Program);

    private static async Task<string> ServiceAsync(OwnWine wine, params string[] arguments)
    {
        var result = await OwnWine.RunServiceCommandAsync(ServerOf(wine), arguments);
        Assert.True(result.ExitCode == 0, $"{string.Join(' ', arguments)}: {result}, {wine.Events}");
        return result.Out;
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
