namespace TimerProbe.EndToEnd.Running;

/// <summary>
/// A Wine whose registry, service manager and server are its own, so that what is installed there meets no other test; drive C is
/// that of all. What is written to the event log, which Wine only shows, is kept in a file.
/// </summary>
internal sealed class OwnWine : IAsyncDisposable
{
    /// <summary>How long the service manager waits for a program to answer, ms: by itself 10 s, which .NET takes to start on a busy machine.</summary>
    private const string ShutdownTimeouts = """

        [System\\CurrentControlSet\\Control] 0
        "ServicesPipeTimeout"=dword:000493e0

        """;

    private readonly TemporaryFolder _prefix = new();
    private readonly TemporaryFolder _files = new();
    private readonly ProgramRun _wine;
    private readonly WineServer _server;

    private OwnWine()
    {
        _wine = (TimerProbeProgram.UnderWine with { Arguments = [] }).WithEnvironment("WINEPREFIX", _prefix.Path);
        _server = new WineServer(_wine);
    }

    /// <summary>Drive C, where it really is.</summary>
    public static string DriveC { get; } = Path.Combine(TimerProbeProgram.UnderWine.Environment["WINEPREFIX"]!, "drive_c");

    /// <summary>A folder that Windows sees as <see cref="GetPath"/>.</summary>
    public TemporaryFolder Files => _files;

    /// <summary>What was written to the event log so far, one event a line.</summary>
    public string Events => File.ReadAllText(_files["events"]);

    public static async Task<OwnWine> StartAsync()
    {
        Needs.WinePrefix();
        var wine = new OwnWine();
        wine.Link();
        await wine._server.StartAsync(wine._files["events"], "-all,err+eventlog,warn+eventlog");
        return wine;
    }

    /// <summary>The path of a file of <see cref="Files"/> as Windows spells it.</summary>
    public string GetPath(string file) => "Z:" + _files[file].Replace('/', '\\');

    public Task<ProgramResult> RunAsync(string tool, params IEnumerable<string> arguments) => Tool(tool, arguments).RunAsync();

    public ProgramRun Tool(string tool, IEnumerable<string> arguments) => _wine.With(WineServer.Tool(tool)).With(arguments);

    /// <summary>Runs what the PATH there finds under a name. Wine does so by way of ShellExecuteEx, which fails on a busy machine now and then.</summary>
    public Task<ProgramResult> RunByNameAsync(string name, params IEnumerable<string> arguments) =>
        _wine.With(name).With(arguments).RunAgainAsync(result => result.Error.Contains("ShellExecuteEx failed", StringComparison.Ordinal));

    /// <summary>Whether Wine said that a process which it was asked to start ended before it ran: a program of Windows has no part in that.</summary>
    public static bool DiedAtStart(ProgramResult result) =>
        result.ExitCode != 0 && (result.Out + result.Error).Contains("Internal error", StringComparison.Ordinal);

    public async ValueTask DisposeAsync()
    {
        await _server.EndAsync();
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

        File.AppendAllText(_prefix["system.reg"], ShutdownTimeouts);
        Directory.CreateDirectory(_prefix["dosdevices"]);
        File.CreateSymbolicLink(_prefix["drive_c"], DriveC);
        File.CreateSymbolicLink(_prefix["dosdevices/c:"], DriveC);
        File.CreateSymbolicLink(_prefix["dosdevices/z:"], "/");
    }
}
