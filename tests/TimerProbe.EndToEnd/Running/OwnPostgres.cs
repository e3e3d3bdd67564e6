using System.Diagnostics;

namespace TimerProbe.EndToEnd.Running;

/// <summary>A PostgreSQL of a test's own, which it stops and starts again; it is reached by a socket in its folder only.</summary>
internal sealed class OwnPostgres : IAsyncDisposable
{
    private readonly string _programs;

    private OwnPostgres(string programs, string folder) => (_programs, Folder) = (programs, folder);

    /// <summary>A folder of its own, for the socket too: short, since the path of a socket has at most 107 bytes.</summary>
    public string Folder { get; }

    /// <summary>What a user would give <c>--store</c>.</summary>
    public string Text => $"postgres:Host={Folder};Username=timerprobe;Database=postgres";

    public static async Task<OwnPostgres> StartAsync()
    {
        var programs = Directory.Exists("/usr/lib/postgresql")
            ? Directory.GetDirectories("/usr/lib/postgresql").Select(version => version + "/bin").LastOrDefault(bin => File.Exists(bin + "/pg_ctl"))
            : null;
        Requirement.Met(programs is not null, "PostgreSQL is not installed: run tests/run as root");
        var server = new OwnPostgres(programs!, Directory.CreateTempSubdirectory("tp-pg-").FullName);
        if (Environment.IsPrivilegedProcess)
        {
            await RunAsync("chown", "postgres", server.Folder);
        }

        await server.RunAsOwnerAsync("initdb", "-D", server.Data, "-U", "timerprobe", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
        await server.GoOnAsync();
        return server;
    }

    /// <summary>Starts it, again if it was stopped.</summary>
    public Task GoOnAsync() =>
        RunAsOwnerAsync("pg_ctl", "-D", Data, "-w", "-l", Path.Combine(Folder, "log"), "-o", $"-k {Folder} -c listen_addresses= -c max_connections=200", "start");

    /// <summary>Ends it and all its sessions.</summary>
    public Task StopAsync() => RunAsOwnerAsync("pg_ctl", "-D", Data, "-w", "-m", "fast", "stop");

    /// <summary>Asks it for one line.</summary>
    public Task<string> AskAsync(string query) => RunAsOwnerAsync("psql", "-h", Folder, "-U", "timerprobe", "-d", "postgres", "-A", "-t", "-c", query);

    public async ValueTask DisposeAsync()
    {
        if (File.Exists(Path.Combine(Data, "postmaster.pid")))
        {
            await RunAsOwnerAsync("pg_ctl", "-D", Data, "-w", "-m", "immediate", "stop");
        }

        Directory.Delete(Folder, recursive: true);
    }

    private string Data => Path.Combine(Folder, "data");

    private Task<string> RunAsOwnerAsync(string program, params string[] arguments)
    {
        // The server refuses to run as root.
        string[] command = [Path.Combine(_programs, program), .. arguments];
        return Environment.IsPrivilegedProcess
            ? RunAsync("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", .. command])
            : RunAsync(command[0], command[1..]);
    }

    private static async Task<string> RunAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments) { UseShellExecute = false, WorkingDirectory = "/", RedirectStandardOutput = !arguments.Contains("start"), RedirectStandardError = false };
        using var process = Process.Start(start)!;
        var said = start.RedirectStandardOutput ? await process.StandardOutput.ReadToEndAsync() : "";
        await process.WaitForExitAsync();
        Assert.True(process.ExitCode == 0, $"{program} {string.Join(' ', arguments)}: {said}");
        return said.Trim();
    }
}
