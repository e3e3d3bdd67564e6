namespace TimerProbe.EndToEnd.Running;

/// <summary>
/// The server of a Wine, and the services that it starts. They keep the standard output and error of the program that started them for as long
/// as any program runs there, so nobody whose output is read to its end may be the first.
/// </summary>
/// <param name="wine">Wine with its environment, and no program.</param>
internal sealed class WineServer(ProgramRun wine)
{
    /// <summary>Ends by itself when no program ran for so long: a test run that is killed leaves nothing for ever.</summary>
    private const string IdleSeconds = "900";

    /// <summary>A program that comes with Wine, by its whole path: a bare name is started by way of ShellExecuteEx, which fails on a busy machine now and then.</summary>
    public static string Tool(string name) => $@"C:\windows\system32\{name}";

    /// <summary>Starts it with its services, whose standard error goes to a file.</summary>
    public async Task StartAsync(string errors = "/dev/null", string debug = "-all")
    {
        await ServerAsync("--persistent=" + IdleSeconds);
        var first = wine.With(Tool("cmd.exe"), "/c", "exit").WithEnvironment("WINEDEBUG", debug);
        var started = await first.Under("sh", "-c", "exec \"$@\" </dev/null >/dev/null 2>\"$0\"", errors).RunAsync();
        Assert.True(started.ExitCode == 0, $"Wine does not start: {started}");
    }

    /// <summary>Ends it and every program there.</summary>
    public Task EndAsync() => ServerAsync("--kill");

    private async Task ServerAsync(string what)
    {
        var server = new ProcessStartInfo("wineserver", [what]);
        server.Environment["WINEPREFIX"] = wine.Environment["WINEPREFIX"];
        using var process = Process.Start(server)!;
        using var limit = new CancellationTokenSource(Hang.Limit);
        await process.WaitForExitAsync(limit.Token);
    }
}
