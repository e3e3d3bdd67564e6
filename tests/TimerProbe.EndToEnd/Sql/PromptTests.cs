namespace TimerProbe.EndToEnd.Sql;

public sealed class PromptTests
{
    [Theory]
    [InlineData("n\r", 130)]
    [InlineData("\r", 130)]
    [InlineData(Typing.EndOfInput, 130)]
    [InlineData(Typing.Interrupt, 130)]
    [InlineData("y\r", 0)]
    public async Task A_long_run_asks_first(string answer, int exitCode)
    {
        await using var server = new ModelServer { StatementNs = 1_000, RowNs = 1_000 };
        var (ended, shown) = await LongRun(server).TypeAsync("Continue? [y/N]", answer);
        Assert.Equal(exitCode, ended);
        Assert.Contains("will take about 11 s", shown, StringComparison.Ordinal);
        Assert.Contains("hold one processor of the server", shown, StringComparison.Ordinal);
        Assert.Equal(exitCode == 0, shown.Contains("TP308", StringComparison.Ordinal));
        Assert.Empty(server.Left);
    }

    [Fact]
    public async Task A_person_gets_a_quick_run()
    {
        await using var server = new ModelServer();
        var (_, shown) = await server.Sql("--workload", "primality").TypeAsync("never asked", "");
        Assert.Contains("TP308", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("Continue?", shown, StringComparison.Ordinal);
    }

    private static ProgramRun LongRun(ModelServer server) => server.Sql("--argument", "1000000007", "--workload", "primality", "--repeat", "150");
}
