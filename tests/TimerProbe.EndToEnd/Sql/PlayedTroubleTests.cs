namespace TimerProbe.EndToEnd.Sql;

/// <summary>The model server plays each trouble, and the program names it or says that it cannot: never another one.</summary>
public sealed class PlayedTroubleTests
{
    private static readonly string[] Workloads = ["--quick", "--yes", "--workload", "primality", "primalityClient", "setControl", "statementCost", "clockCalls", "commitLoop", "commitOneTransaction"];

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
        { Play.TracedUnseen, SqlState.Unclear, SqlCause.Unknown, "slow, unless a trace that this login cannot see records statements; ALTER TRACE decides" },
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

    private static ModelServer Of(Play play)
    {
        var starved = play == Play.Starved ? 8 : 1;
        return new ModelServer
        {
            StatementNs = (play switch { Play.SlowClock => 1_200, Play.Traced or Play.TracedUnseen => 8_000, _ => 150 }) * starved,
            RowNs = 60 * starved,
            ClockCallNs = 60 * starved,
            CommitNs = play == Play.SlowStorage ? 12e6 : 60_000,
            Trace = play switch { Play.Traced => "SP:StmtCompleted", Play.TracedUnseen => null, _ => "" },
        };
    }
}
