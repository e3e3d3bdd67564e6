using static TimerProbe.EndToEnd.Sql.PlayedTroubleTests;

namespace TimerProbe.EndToEnd.Sql;

/// <summary>Each trouble on an engine that is no SQL Server: what its statements cost says something beside an earlier run alone.</summary>
public sealed class AnotherEngineTests
{
    private const string Another = "Another Server 9 that speaks the protocol";

    public static TheoryData<Play, SqlState, SqlCause> OfAnotherEngine => new()
    {
        { Play.Fast, SqlState.Unclear, SqlCause.Unknown },
        { Play.SlowClock, SqlState.Unclear, SqlCause.Unknown },
        { Play.Starved, SqlState.Unclear, SqlCause.Unknown },
        { Play.SlowStorage, SqlState.Unclear, SqlCause.Unknown },
    };

    [Theory]
    [MemberData(nameof(OfAnotherEngine))]
    public async Task From_another_machine_another_engine_is_only_compared(Play play, SqlState state, SqlCause cause)
    {
        await using var server = Of(play, engine: Another);
        var (_, document) = await server.Sql(Workloads).ToSqlDocumentAsync();
        Assert.Equal((state, cause), (document.Verdict.State, document.Verdict.Cause));
        Assert.StartsWith(play == Play.SlowStorage ? "a commit costs 12.0 ms, but nothing shows whether" : "nothing to compare with", document.Verdict.Because, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Play.SlowClock, SqlCause.Clock)]
    [InlineData(Play.Starved, SqlCause.Cpu)]
    public async Task An_earlier_run_of_another_engine_is_a_comparison(Play play, SqlCause cause)
    {
        using var folder = new TemporaryFolder();
        string[] two = ["--argument", "1000000007", "--workload", "primality", "setControl"];
        await using (var before = Of(Play.Fast, engine: Another))
        {
            Assert.Equal(0, (await before.Sql(two).With("--save", "--store", folder["runs.db"]).RunAsync()).ExitCode);
        }

        // Whether it was normal could not be told; that it was faster can.
        await using var server = Of(play, engine: Another);
        var (_, document) = await server.Sql(two).With("--store", folder["runs.db"]).ToSqlDocumentAsync();
        Assert.Equal((SqlState.Slow, cause), (document.Verdict.State, document.Verdict.Cause));
    }

    [Fact]
    public async Task On_another_engine_more_statements_may_cost_less_and_then_say_nothing()
    {
        await using var server = new ModelServer { Engine = Another, StatementNs = 110, SelectNs = 3_500, ClockCallNs = 784, StepNs = 1_000 };
        var (_, document) = await server.Sql("--quick", "--yes", "--workload", "setControl", "statementCost", "clockCalls").ToSqlDocumentAsync();
        Assert.True(document.StatementCostNs!.High.Nanoseconds < 0);
        Assert.Equal("nothing to compare with", document.Verdict.Because);
    }
}
