using System.Diagnostics;

namespace TimerProbe.Tests.Stores;

/// <summary>
/// A PostgreSQL cluster of the tests' own, reached by a socket in its folder only. It ends when this process does: a shell stops
/// the server and removes the folder at the end of its input.
/// </summary>
internal sealed class PostgresCluster
{
    /// <summary>An account that needs <see cref="Password"/>; all others need none.</summary>
    public const string GuardedUser = "guarded";

    public const string Password = "tr0ub4dor & 3";

    private const string Script = """
        folder=$1 bin=$2 user=$3 password=$4
        "$bin/initdb" -D "$folder/data" -U timerprobe -A trust -E UTF8 --locale=C --no-sync >"$folder/initdb.log" 2>&1 || { echo failed; exit 1; }
        sed -i "1i local all $user scram-sha-256" "$folder/data/pg_hba.conf"
        "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=200 >"$folder/server.log" 2>&1 &
        server=$!
        until "$bin/pg_isready" -q -h "$folder"; do kill -0 $server || { echo failed; exit 1; }; sleep 0.1; done
        "$bin/psql" -q -h "$folder" -U timerprobe postgres -c "CREATE ROLE $user LOGIN PASSWORD '$password'; GRANT CREATE ON DATABASE postgres TO $user" || { echo failed; exit 1; }
        echo ready
        read -r _
        kill -QUIT $server
        wait $server
        rm -rf "$folder"
        """;

    private static readonly Lazy<Task<PostgresCluster>> One = new(StartAsync);

    /// <summary>Never read again: it keeps the shell's input open.</summary>
    private readonly Process _shell;

    private PostgresCluster(Process shell, string folder) => (_shell, Folder) = (shell, folder);

    public string Folder { get; }

    public bool IsRunning => !_shell.HasExited;

    private static string? Programs =>
        Directory.Exists("/usr/lib/postgresql") ? Directory.GetDirectories("/usr/lib/postgresql").Select(version => version + "/bin").LastOrDefault(bin => File.Exists(bin + "/initdb")) : null;

    public static Task<PostgresCluster> GetAsync()
    {
        Requirement.Met(Programs is not null, "PostgreSQL is not installed: run tests/run as root");
        return One.Value;
    }

    private static async Task<PostgresCluster> StartAsync()
    {
        // Short: the path of a socket has at most 107 bytes.
        var folder = Directory.CreateTempSubdirectory("tp-pg-").FullName;
        string[] command = ["sh", "-c", Script, "sh", folder, Programs!, GuardedUser, Password];
        if (Environment.IsPrivilegedProcess)
        {
            // The server refuses to run as root.
            using var own = Process.Start("chown", ["postgres", folder]);
            await own.WaitForExitAsync();
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", .. command];
        }

        var shell = Process.Start(new ProcessStartInfo(command[0], command[1..]) { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, WorkingDirectory = folder })!;
        var answer = await shell.StandardOutput.ReadLineAsync();
        return answer == "ready"
            ? new PostgresCluster(shell, folder)
            : throw new InvalidOperationException($"PostgreSQL did not start; its logs are in {folder}.");
    }
}
