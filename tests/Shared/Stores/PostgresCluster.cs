namespace TimerProbe.Tests.Stores;

/// <summary>
/// A PostgreSQL cluster of the tests' own, reached by a socket in its folder, and on loopback if it has a certificate. It ends when this
/// process does, or when it is disposed of: a shell stops the server and removes the folder at the end of its input.
/// </summary>
internal sealed class PostgresCluster : IDisposable
{
    /// <summary>An account that needs <see cref="Password"/>; all others need none.</summary>
    public const string GuardedUser = "guarded";

    public const string Password = "tr0ub4dor & 3";

    /// <summary>An account that the server asks for nothing, on loopback.</summary>
    public const string TrustedUser = "trusted";

    private const int UsualPort = 5432;

    private const string Script = """
        folder=$1 bin=$2 user=$3 password=$4 trusted=$5
        export PGHOST=$folder PGPORT=$6
        shift 6
        [ ! -e "$folder/server.key" ] || chmod 600 "$folder/server.key"
        "$bin/initdb" -D "$folder/data" -U timerprobe -A trust -E UTF8 --locale=C --no-sync >"$folder/initdb.log" 2>&1 || { echo failed; exit 1; }
        sed -i "1i local all $user scram-sha-256\nhost all $user 127.0.0.1/32 scram-sha-256\nhost all $trusted 127.0.0.1/32 trust" "$folder/data/pg_hba.conf"
        start() {
            "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c max_connections=200 "$@" >>"$folder/server.log" 2>&1 &
            server=$!
            until "$bin/pg_isready" -q; do kill -0 $server || { echo failed; exit 1; }; sleep 0.1; done
        }
        start "$@"
        "$bin/psql" -q -U timerprobe postgres -c "CREATE ROLE $user LOGIN PASSWORD '$password'; GRANT CREATE ON DATABASE postgres TO $user; CREATE ROLE $trusted LOGIN PASSWORD '$password'; GRANT CREATE ON DATABASE postgres TO $trusted" || { echo failed; exit 1; }
        echo ready
        while read -r order; do
            case $order in
                stop) kill -QUIT $server; wait $server ;;
                start) start "$@" ;;
            esac
            echo ready
        done
        kill -QUIT $server 2>/dev/null
        wait $server
        rm -rf "$folder"
        """;

    private static readonly Lazy<Task<PostgresCluster>> One = new(() => StartAsync());

    /// <summary>Its input keeps the server up.</summary>
    private readonly Process _shell;

    private PostgresCluster(Process shell, string folder, int port) => (_shell, Folder, Port) = (shell, folder, port);

    public string Folder { get; }

    public string Socket => Path.Combine(Folder, $".s.PGSQL.{Port}");

    /// <summary>Its port, by which the socket is named too; on loopback if it has a certificate.</summary>
    public int Port { get; }

    private static string? Programs =>
        Directory.Exists("/usr/lib/postgresql") ? Directory.GetDirectories("/usr/lib/postgresql").Select(version => version + "/bin").LastOrDefault(bin => File.Exists(bin + "/initdb")) : null;

    public static Task<PostgresCluster> GetAsync() => One.Value;

    /// <summary>A cluster that is not shared, on loopback too, where it shows this certificate.</summary>
    public static Task<PostgresCluster> StartAsync(string certificatePem, string keyPem) => StartAsync((certificatePem, keyPem));

    /// <summary>A cluster that is not shared, and may be stopped.</summary>
    public static Task<PostgresCluster> OwnAsync() => StartAsync();

    /// <summary>Ends the server at once, as a crash does.</summary>
    public Task StopAsync() => OrderAsync("stop");

    public Task StartAgainAsync() => OrderAsync("start");

    /// <summary>Runs a script as whoever sets up a database does: with psql, which stops at the first error.</summary>
    public async Task RunAsync(string script, string user, params string[] variables)
    {
        string[] arguments = ["-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1", "-h", Folder, "-p", $"{Port}", "-U", user, .. variables.SelectMany(variable => (string[])["-v", variable]), "postgres"];
        using var psql = Process.Start(new ProcessStartInfo(
            Programs + "/psql", arguments)
        { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardError = true })!;
        await psql.StandardInput.WriteAsync(script);
        psql.StandardInput.Close();
        var said = await psql.StandardError.ReadToEndAsync();
        await psql.WaitForExitAsync();
        Assert.True(psql.ExitCode == 0, said);
    }

    public void Dispose()
    {
        _shell.StandardInput.Close();
        _shell.WaitForExit();
        _shell.Dispose();
    }

    private static async Task<PostgresCluster> StartAsync((string Pem, string Key)? certificate = null)
    {
        Requirement.Met(Programs is not null, "PostgreSQL is not installed: run tests/run as root");
        // Short: the path of a socket has at most 107 bytes.
        var folder = Directory.CreateTempSubdirectory("tp-pg-").FullName;
        string[] command = ["sh", "-c", Script, "sh", folder, Programs!, GuardedUser, Password, TrustedUser];
        var port = certificate is null ? UsualPort : FreePort();
        command = [.. command, $"{port}", "-p", $"{port}"];
        if (certificate is var (pem, key))
        {
            await File.WriteAllTextAsync(folder + "/server.crt", pem);
            await File.WriteAllTextAsync(folder + "/server.key", key);
            command = [.. command, "-c", "listen_addresses=127.0.0.1", "-c", "ssl=on", "-c", $"ssl_cert_file={folder}/server.crt", "-c", $"ssl_key_file={folder}/server.key"];
        }

        if (Environment.IsPrivilegedProcess)
        {
            // The server refuses to run as root.
            using var own = Process.Start("chown", ["-R", "postgres", folder]);
            await own.WaitForExitAsync();
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", .. command];
        }

        var shell = Process.Start(new ProcessStartInfo(command[0], command[1..])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            WorkingDirectory = folder
        })!;
        var answer = await shell.StandardOutput.ReadLineAsync();
        return answer == "ready"
            ? new PostgresCluster(shell, folder, port) : throw new InvalidOperationException($"PostgreSQL did not start; its logs are in {folder}.");
    }

    private async Task OrderAsync(string order)
    {
        await _shell.StandardInput.WriteLineAsync(order);
        await _shell.StandardInput.FlushAsync();
        Assert.Equal("ready", await _shell.StandardOutput.ReadLineAsync());
    }
}
