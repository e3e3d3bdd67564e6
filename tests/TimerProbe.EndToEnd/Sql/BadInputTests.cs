namespace TimerProbe.EndToEnd.Sql;

public sealed class BadInputTests
{
    [Theory]
    [InlineData("--argument takes a whole number from 2 to 9223372036854775807, not '1'", "--argument", "1")]
    [InlineData("not 'fast'", "--workload", "fast")]
    [InlineData("--repeat takes a number from 3", "--repeat", "2")]
    [InlineData("--quick and --argument cannot be used together", "--quick", "--argument", "97")]
    [InlineData("is not a valid server: the port after the comma", "--server", "DB01,99999")]
    [InlineData("--database is empty", "--database", " ")]
    [InlineData("specify whose password it is", "--password-file", "/dev/null")]
    public async Task What_makes_no_sense_is_said_in_a_sentence(string sentence, params string[] arguments)
    {
        var result = await Program.With(arguments).RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.Empty(result.Out);
    }

    [Theory]
    [InlineData("no-such-host.invalid", "no-such-host.invalid")]
    [InlineData("127.0.0.1,1", "127.0.0.1, port 1")]
    public async Task A_server_that_is_not_there_is_named(string server, string named)
    {
        var result = await Program.With("--server", server, "--user", "probe").RunAsync();
        Assert.Equal(4, result.ExitCode);
        Assert.Contains(named, result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_database_that_only_reads_asks_for_another()
    {
        await using var server = new ModelServer { Otherwise = request => request.Says("CREATE FUNCTION dbo") ? TdsAnswer.Error(3906, 16, "Failed to update database \"sales\" because the database is read-only.") : null };
        var result = await server.Sql("--argument", "1000000007").RunAsync();
        Assert.Equal(3, result.ExitCode);
        Assert.Contains("choose another with --database", result.Error, StringComparison.Ordinal);
        Assert.Empty(result.Out);
    }

    private static ProgramRun Program => TimerProbeProgram.InProcess.With("sql").WithEnvironment("TIMERPROBE_SQL_PASSWORD", "x");
}
