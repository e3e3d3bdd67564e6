namespace TimerProbe.SqlServer.Tests.RealServer;

/// <summary>The stand-in, always, and the real server that the environment names, if it does.</summary>
internal sealed class TestedServer : IAsyncDisposable
{
    private const string StandInName = "the stand-in";

    private readonly RememberingServer? _standIn;

    private TestedServer(string name)
    {
        if (name == StandInName)
        {
            _standIn = new RememberingServer();
            (Target, Options) = (_standIn.Target, StandIn.Options);
            return;
        }

        var real = SqlServerUnderTest.Named()!;
        Target = SqlServerTarget.Parse(real.Server);
        Options = new SqlServerOptions
        {
            Credential = real.User is { } user ? new Login(user, real.Password) : null,
            Database = real.Database,
            TrustServerCertificate = real.TrustServerCertificate,
            ApplicationName = $"TimerProbe tests {Guid.NewGuid():N}",
        };
    }

    public static TheoryData<string> Names => SqlServerUnderTest.Named() is { } real ? [StandInName, real.ToString()] : [StandInName];

    public SqlServerTarget Target { get; }

    public SqlServerOptions Options { get; }

    public static TestedServer Named(string name) => new(name);

    public Task<SqlServerSession> OpenAsync() => SqlServerSession.OpenAsync(Target, Options, Cancel);

    /// <summary>The names of what runs left in the schema dbo, theirs and others'.</summary>
    public async Task<IReadOnlyList<string>> LeftAsync()
    {
        await using var connection = await ServerConnection.OpenAsync(Target, Options, Cancel);
        var script = new SqlScript("left", "SELECT name, type FROM sys.objects WHERE schema_id = SCHEMA_ID(N'dbo') AND name LIKE N'TimerProbe[_]%';");
        return await connection.QueryAsync(script, row => row.Text("name")!, Cancel);
    }

    public async Task ExecuteAsync(string text)
    {
        await using var connection = await ServerConnection.OpenAsync(Target, Options, Cancel);
        await connection.ExecuteAsync(new SqlScript("test", text), Cancel);
    }

    /// <summary>Ends what a test left running: a server may ignore that a run was cancelled, and would work on for minutes.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_standIn is not null)
        {
            await _standIn.DisposeAsync();
            return;
        }

        await using var connection = await ServerConnection.OpenAsync(Target, Options with { ApplicationName = "TimerProbe tests" }, CancellationToken.None);
        var script = new SqlScript("running", $"SELECT CAST(spid AS int) AS session FROM sys.sysprocesses WHERE program_name = N'{Options.ApplicationName}';");
        foreach (var session in await connection.QueryAsync(script, row => row.Integer("session"), CancellationToken.None))
        {
            await connection.ExecuteAsync(new SqlScript("end", FormattableString.Invariant($"KILL {session};")), CancellationToken.None);
        }
    }
}
