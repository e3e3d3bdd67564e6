using System.Diagnostics;

namespace TimerProbe.EndToEnd.Running;

/// <summary>
/// A Wine whose registry, service manager and server are its own, so that what is installed there meets no other test; drive C is
/// that of all. What is written to the event log, which Wine only shows, is kept in a file.
/// </summary>
internal sealed class OwnWine : IDisposable
{
    private readonly TemporaryFolder _prefix = new();
    private readonly TemporaryFolder _files = new();
    private readonly ProgramRun _wine;

    private OwnWine() => _wine = (TimerProbeProgram.UnderWine with { Arguments = [] }).WithEnvironment("WINEPREFIX", _prefix.Path);

    /// <summary>A folder that Windows sees as <see cref="PathOf"/>.</summary>
    public TemporaryFolder Files => _files;

    /// <summary>What was written to the event log so far, one event a line.</summary>
    public string Events => File.ReadAllText(_files["events"]);

    public static async Task<OwnWine> StartAsync()
    {
        Needs.WinePrefix();
        var wine = new OwnWine();
        wine.Link();
        // The server's descendants keep the standard error of the program that started them, so that one goes to a file.
        await wine.ServerAsync("--persistent");
        var first = wine._wine.With("cmd.exe", "/c", "exit").WithEnvironment("WINEDEBUG", "-all,err+eventlog,warn+eventlog");
        var started = await first.Under("sh", "-c", "exec \"$@\" </dev/null >/dev/null 2>\"$0\"", wine._files["events"]).RunAsync();
        Assert.Equal(0, started.ExitCode);
        return wine;
    }

    /// <summary>The program there.</summary>
    public ProgramRun Program => _wine.With(TimerProbeProgram.UnderWine.Arguments);

    /// <summary>The path of a file of <see cref="Files"/> as Windows spells it.</summary>
    public string PathOf(string file) => "Z:" + _files[file].Replace('/', '\\');

    /// <summary>Runs a program of Windows.</summary>
    public Task<ProgramResult> RunAsync(params IEnumerable<string> command) => _wine.With(command).RunAsync();

    public void Dispose()
    {
        ServerAsync("--kill").GetAwaiter().GetResult();
        foreach (var link in new[] { "dosdevices/c:", "dosdevices/z:", "drive_c" })
        {
            File.Delete(_prefix[link]);
        }

        _prefix.Dispose();
        _files.Dispose();
    }

    private void Link()
    {
        var shared = TimerProbeProgram.UnderWine.Environment["WINEPREFIX"]!;
        foreach (var file in new[] { "system.reg", "user.reg", "userdef.reg", ".update-timestamp" })
        {
            File.Copy(Path.Combine(shared, file), _prefix[file]);
        }

        Directory.CreateDirectory(_prefix["dosdevices"]);
        File.CreateSymbolicLink(_prefix["drive_c"], Path.Combine(shared, "drive_c"));
        File.CreateSymbolicLink(_prefix["dosdevices/c:"], Path.Combine(shared, "drive_c"));
        File.CreateSymbolicLink(_prefix["dosdevices/z:"], "/");
    }

    private async Task ServerAsync(string what)
    {
        var server = new ProcessStartInfo("wineserver", [what]);
        server.Environment["WINEPREFIX"] = _prefix.Path;
        using var process = Process.Start(server)!;
        await process.WaitForExitAsync();
    }
}
