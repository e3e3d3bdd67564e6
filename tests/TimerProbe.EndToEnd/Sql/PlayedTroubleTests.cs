using TimerProbe.Core.Verdicts;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Sql;

/// <summary>The model server plays each trouble, and the program names it or says that it cannot: never another one.</summary>
public sealed class PlayedTroubleTests
{
    internal static readonly string[] Workloads = ["--quick", "--yes", "--workload", "primality", "primalityClient", "setControl", "statementCost", "clockCalls", "commitLoop", "commitOneTransaction"];
    private const string Another = "Another Server 9 that speaks the protocol";

    public enum Play
    {
        Fast,
        SlowClock,
        Starved,
        SlowStorage,
        Traced,
        TracedUnseen,
    }

    public static TheoryData<Play, SqlState, SqlCause, string> OfSqlServer => new()
    {
        { Play.Fast, SqlState.Normal, SqlCause.None, "a statement costs 150 ns" },
        { Play.SlowClock, SqlState.Slow, SqlCause.Clock, "100 to 250 ns is expected with a fast clock" },
        { Play.Starved, SqlState.Unclear, SqlCause.Unknown, "too little above the control" },
        { Play.SlowStorage, SqlState.Slow, SqlCause.Storage, "a commit costs" },
        { Play.Traced, SqlState.Unclear, SqlCause.Unknown, "records or profiles every statement" },
        { Play.TracedUnseen, SqlState.Unclear, SqlCause.Unknown, "it cannot be seen whether something records every statement" },
    };

    public static TheoryData<Play, SqlState, SqlCause> OfAnotherEngine => new()
    {
        { Play.Fast, SqlState.Unclear, SqlCause.Unknown },
        { Play.SlowClock, SqlState.Unclear, SqlCause.Unknown },
        { Play.Starved, SqlState.Unclear, SqlCause.Unknown },
        { Play.SlowStorage, SqlState.Unclear, SqlCause.Unknown },
    };

    [Theory]
    [MemberData(nameof(OfSqlServer))]
    public async Task From_another_machine_a_sql_server_is_judged_by_its_statements(Play play, SqlState state, SqlCause cause, string because)
    {
        await using var server = Of(play);
        var (_, document) = await server.Sql(Workloads).ToSqlDocumentAsync();
        Assert.Equal((state, cause), (document.Verdict.State, document.Verdict.Cause));
        Assert.Contains(because, document.Verdict.Because, StringComparison.Ordinal);
        Assert.Equal(play == Play.Traced, document.Findings.Any(finding => finding.Rule == "TP305"));
        Assert.Empty(server.Left);
    }

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
            Assert.Equal(0, (await before.Sql(two).With("--out", folder["fast.json"]).RunAsync()).ExitCode);
        }

        // Whether it was normal could not be told; that it was faster can.
        await using var server = Of(play, engine: Another);
        var (_, document) = await server.Sql(two).With("--earlier", folder["fast.json"]).ToSqlDocumentAsync();
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

    internal static ModelServer Of(Play play, string machine = "DB01", string? engine = null)
    {
        var starved = play == Play.Starved ? 8 : 1;
        return new ModelServer
        {
            Machine = machine,
            Engine = engine,
            StatementNs = (play switch { Play.SlowClock => 1_200, Play.Traced or Play.TracedUnseen => 8_000, _ => 150 }) * starved,
            RowNs = 60 * starved,
            ClockCallNs = 60 * starved,
            CommitNs = play == Play.SlowStorage ? 12e6 : 60_000,
            Trace = play switch { Play.Traced => "SP:StmtCompleted", Play.TracedUnseen => null, _ => "" },
        };
    }
}
