namespace TimerProbe.SqlServer.Tests.RealServer;

/// <summary>The real or compatible server that the environment names.</summary>
internal sealed class TestedServer : IAsyncDisposable
{
    private TestedServer(SqlServerUnderTest real)
    {
        Target = SqlServerTarget.Parse(real.Server);
        Options = new SqlServerOptions
        {
            Credential = real.User is { } user ? new Login(user, real.Password) : null,
            Database = real.Database,
            TrustServerCertificate = real.TrustServerCertificate,
            ApplicationName = $"TimerProbe tests {Guid.NewGuid():N}",
        };
    }

    public SqlServerTarget Target { get; }

    public SqlServerOptions Options { get; }

    /// <summary>Skips the test where none is named.</summary>
    public static TestedServer Named()
    {
        Assert.SkipWhen(SqlServerUnderTest.Named() is null, $"{SqlServerUnderTest.Variable} names no SQL Server");
        return new TestedServer(SqlServerUnderTest.Named()!);
    }

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
        await using var connection = await ServerConnection.OpenAsync(Target, Options with { ApplicationName = "TimerProbe tests" }, CancellationToken.None);
        var script = new SqlScript("running", $"SELECT CAST(spid AS int) AS session FROM sys.sysprocesses WHERE program_name = N'{Options.ApplicationName}';");
        foreach (var session in await connection.QueryAsync(script, row => row.Integer("session"), CancellationToken.None))
        {
            await connection.ExecuteAsync(new SqlScript("end", FormattableString.Invariant($"KILL {session};")), CancellationToken.None);
        }
    }
}
