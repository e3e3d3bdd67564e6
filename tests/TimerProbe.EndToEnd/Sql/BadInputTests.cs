namespace TimerProbe.EndToEnd.Sql;

public sealed class BadInputTests
{
    [Theory]
    [InlineData("no-such-host.invalid", "no-such-host.invalid")]
    [InlineData("127.0.0.1,1", "127.0.0.1, port 1")]
    public async Task A_server_that_is_not_there_is_named(string server, string named)
    {
        await TimerProbeProgram.InProcess.With("sql", "--server", server, "--user", "probe").WithEnvironment("TIMERPROBE_SQL_PASSWORD", "x").EndsAsync(4, named);
    }

    [Fact]
    public async Task A_database_that_only_reads_asks_for_another()
    {
        await using var server = new ModelServer { Otherwise = request => request.Says("CREATE FUNCTION dbo") ? TdsAnswer.Error(3906, 16, "Failed to update database \"sales\" because the database is read-only.") : null };
        await server.Sql("--argument", "1000000007").EndsAsync(3, "choose another with --database", "");
    }
}
