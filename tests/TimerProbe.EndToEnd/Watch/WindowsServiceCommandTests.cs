using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Watch;

/// <summary><c>timerprobe service</c> on Windows, under Wine.</summary>
public sealed class WindowsServiceCommandTests
{
    private const string Name = "TimerProbeWatch";

    [Fact]
    public async Task It_is_installed_looked_at_and_removed()
    {
        await using var wine = await OwnWine.StartAsync();
        Assert.Equal("service  TimerProbeWatch\nstate    not installed\n", await ServiceAsync(wine, "status"));

        var log = wine.PathOf("watch log.jsonl");
        var installed = await ServiceAsync(wine, "install", "--every", "1s", "--log", log);
        Assert.StartsWith("TimerProbeWatch is installed and running: \"", installed, StringComparison.Ordinal);

        var status = await ServiceAsync(wine, "status");
        Assert.Contains("state    running\n", status, StringComparison.Ordinal);
        Assert.Contains("starts   automatic\n", status, StringComparison.Ordinal);
        Assert.Contains("account  NT SERVICE\\TimerProbeWatch\n", status, StringComparison.Ordinal);
        Assert.Contains($"timerprobe.exe\" watch --service --every 1s --log \"{log}\"\n", status, StringComparison.Ordinal);

        Assert.Equal("TimerProbeWatch is already installed and running\n", await ServiceAsync(wine, "install", "--every", "1s", "--log", log));
        Assert.Equal("TimerProbeWatch is already installed and running\n", await ServiceAsync(wine, "install"));
        var other = await wine.Program.With("service", "install", "--every", "2s", "--log", log).RunAsync();
        Assert.Equal((3, ""), (other.ExitCode, other.Out));
        Assert.Contains("TimerProbeWatch is installed with another command", other.Error, StringComparison.Ordinal);

        Assert.Equal("TimerProbeWatch is stopped and removed; the files it wrote are kept\n", await ServiceAsync(wine, "remove"));
        Assert.Contains("\"kind\":\"ended\"", await File.ReadAllTextAsync(wine.Files["watch log.jsonl"], TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Equal("TimerProbeWatch is not installed\n", await ServiceAsync(wine, "remove"));
        Assert.Equal("", wine.Events);
    }

    [Fact]
    public async Task Told_nothing_it_writes_to_a_folder_of_its_own_and_its_events_have_their_source()
    {
        await using var wine = await OwnWine.StartAsync();
        const string Command = "timerprobe.exe\" watch --service --log C:\\ProgramData\\TimerProbe\\watch\\watch.jsonl\n";
        Assert.EndsWith(Command, await ServiceAsync(wine, "install"), StringComparison.Ordinal);
        await new WineService(wine, Name).UntilAsync("RUNNING");
        var source = await wine.RunAsync("reg.exe", "query", @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\TimerProbe");
        Assert.Contains(@"%SystemRoot%\System32\EventCreate.exe", source.Out, StringComparison.Ordinal);
        await ServiceAsync(wine, "remove");
        Assert.NotEqual(0, (await wine.RunAsync("reg.exe", "query", @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\TimerProbe")).ExitCode);
    }

    [Fact]
    public async Task One_that_somebody_disabled_stays_so()
    {
        await using var wine = await OwnWine.StartAsync();
        var plan = await ServiceAsync(wine, "install", "--print");
        var command = plan.Split('\n').Single(line => line.StartsWith("command", StringComparison.Ordinal))["command".Length..].Trim();
        Assert.Equal(0, (await wine.RunAsync("sc.exe", "create", Name, "binPath=", command, "start=", "disabled")).ExitCode);
        Assert.StartsWith("TimerProbeWatch is already installed and its start is disabled: it is left so", await ServiceAsync(wine, "install"), StringComparison.Ordinal);
        var status = await ServiceAsync(wine, "status");
        Assert.Contains("state    stopped\n", status, StringComparison.Ordinal);
        Assert.Contains("starts   disabled\n", status, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_that_ends_at_its_start_is_told_with_its_exit_code()
    {
        await using var wine = await OwnWine.StartAsync();
        var result = await OwnWine.RunServiceCommandAsync(wine.Program, "install", "--log", @"Z:\nowhere\watch.jsonl");
        Assert.Equal((3, ""), (result.ExitCode, result.Out));
        Assert.Contains("TimerProbeWatch is installed, but ended with exit code 2: see the Application event log, source TimerProbe", result.Error, StringComparison.Ordinal);
        Assert.Contains("exit code  2\n", await ServiceAsync(wine, "status"), StringComparison.Ordinal);
        await ServiceAsync(wine, "remove");
    }

    [Fact]
    public async Task What_it_would_install_is_shown_and_not_done()
    {
        await using var wine = await OwnWine.StartAsync();
        var plan = await ServiceAsync(wine, "install", "--metrics", @"C:\a b\watch.prom", "--print");
        Assert.Contains("watch --service --metrics \"C:\\a b\\watch.prom\"\n", plan, StringComparison.Ordinal);
        Assert.Contains("folder   as the options say\n", plan, StringComparison.Ordinal);
        Assert.EndsWith("not installed\n", await ServiceAsync(wine, "status"), StringComparison.Ordinal);
    }

    private static async Task<string> ServiceAsync(OwnWine wine, params string[] arguments)
    {
        var result = await OwnWine.RunServiceCommandAsync(wine.Program, arguments);
        Assert.True(result.ExitCode == 0, $"{string.Join(' ', arguments)}: {result}, {wine.Events}");
        return result.Out;
    }
}
