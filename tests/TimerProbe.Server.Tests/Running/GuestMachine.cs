namespace TimerProbe.Server.Tests.Running;

/// <summary>A machine that runs the published <c>timerprobe</c>: its folder holds the token, and what waits for a server.</summary>
internal sealed class GuestMachine : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-guest-");

    public GuestMachine(string token) => SecretFile.Write(TokenFile, token + "\n");

    public string TokenFile => Path.Combine(_folder.FullName, "token");

    /// <summary>What waits, and what was set aside.</summary>
    public IReadOnlyList<string> Waiting =>
        Directory.Exists(State) ? [.. Directory.EnumerateFiles(State, "*.json*", SearchOption.AllDirectories)
            .Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)] : [];

    private static string Program => Repository.Path("artifacts", "publish", "linux-x64", "timerprobe");

    private string State => Path.Combine(_folder.FullName, "state");

    public async Task<(int ExitCode, string Out, string Error)> RunAsync(params IEnumerable<string> arguments)
    {
        Requirement.Met(File.Exists(Program), "timerprobe is not published: dotnet publish src/TimerProbe.Cli -c Release -r linux-x64 -o artifacts/publish/linux-x64");
        var start = new ProcessStartInfo(Program, arguments) { WorkingDirectory = _folder.FullName };
        start.Environment["XDG_STATE_HOME"] = State;
        start.Environment["XDG_DATA_HOME"] = Path.Combine(_folder.FullName, "data");
        return await ProcessRun.RunAsync(start);
    }

    /// <summary>Checks itself, and submits what it finds.</summary>
    public Task<(int ExitCode, string Out, string Error)> CheckAsync(Uri server, params IEnumerable<string> more) =>
        RunAsync(["check", "--fail-on", "never", "--submit", server.ToString(), "--submit-token-file", TokenFile, .. more]);

    public void Dispose() => _folder.Delete(recursive: true);
}
