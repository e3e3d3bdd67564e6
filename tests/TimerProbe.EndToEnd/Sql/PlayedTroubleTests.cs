namespace TimerProbe.EndToEnd.Sql;

/// <summary>The model server plays each trouble, and the program names it or says that it cannot: never another one.</summary>
public sealed class PlayedTroubleTests
{
    private static readonly string[] Workloads = ["--quick", "--yes", "--workload", "primality", "primalityClient", "setControl", "statementCost", "clockCalls", "commitLoop", "commitOneTransaction"];

    [Theory]
    [InlineData(150, SqlState.Normal, SqlCause.None, "a statement costs 150 ns")]
    [InlineData(1_200, SqlState.Slow, SqlCause.Clock, "100 to 250 ns is expected with a fast clock")]
    [InlineData(1_200, SqlState.Unclear, SqlCause.Unknown, "too little above the control", 480)] // All that works there is eight times as slow.
    [InlineData(150, SqlState.Slow, SqlCause.Storage, "a commit costs", 60, 12_000_000)]
    [InlineData(8_000, SqlState.Unclear, SqlCause.Unknown, "records or profiles every statement", 60, 60_000, "SP:StmtCompleted")]
    [InlineData(8_000, SqlState.Unclear, SqlCause.Unknown, "slow, unless a trace that this login cannot see records statements; ALTER TRACE decides", 60, 60_000, null)]
    public async Task From_another_machine_a_sql_server_is_judged_by_its_statements(
        double statementNs, SqlState state, SqlCause cause, string because, double rowNs = 60, double commitNs = 60_000, string? trace = "")
    {
        await using var server = new ModelServer { StatementNs = statementNs, RowNs = rowNs, ClockCallNs = rowNs, CommitNs = commitNs, Trace = trace };
        var (_, document) = await server.Sql(Workloads).ToSqlDocumentAsync();
        Assert.Equal((state, cause), (document.Verdict.State, document.Verdict.Cause));
        Assert.Contains(because, document.Verdict.Because, StringComparison.Ordinal);
        Assert.Equal(trace is { Length: > 0 }, document.Findings.Any(finding => finding.Rule == "TP305"));
        Assert.Empty(server.Left);
    }
}
