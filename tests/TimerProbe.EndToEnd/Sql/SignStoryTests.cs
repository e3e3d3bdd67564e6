namespace TimerProbe.EndToEnd.Sql;

/// <summary>One sign that is sure, one that misleads, and what is said to an administrator, on the whole command.</summary>
public sealed class SignStoryTests
{
    [Fact]
    public async Task A_healthy_engine_that_says_it_is_sql_server_is_not_called_slow()
    {
        await using var server = new ModelServer { IsImpostor = true, StatementNs = 150, SelectNs = 800, ClockCallNs = 807, StepNs = 1_000, RowNs = 60 };
        var (result, document) = await server.Sql(ModelServer.Short).ToSqlDocumentAsync();
        Assert.Equal((0, SqlState.Unclear, SqlCause.Unknown), (result.ExitCode, document.Verdict.State, document.Verdict.Cause));
        Assert.Equal("another engine that calls itself Microsoft SQL Server 2022 (RTM) - 16.0.4135.4 (X64)", document.Server.Engine);
        Assert.Equal(["TP308", "TP309"], document.Findings.Select(finding => finding.Rule));
    }

    [Fact]
    public async Task Who_may_not_make_functions_is_told_that_and_not_what_he_may()
    {
        await using var server = new ModelServer
        {
            Lacks = ["create_function"],
            Otherwise = request => request.Says("CREATE FUNCTION dbo.") ? TdsAnswer.Error(262, 14, "CREATE FUNCTION permission denied in database 'tempdb'.") : null,
        };
        var (result, document) = await server.Sql(ModelServer.Short).ToSqlDocumentAsync();
        Assert.Equal(5, result.ExitCode);
        Assert.Equal(["CREATE FUNCTION"], document.Server.MissingRights.Select(missing => missing.Right));
        var finding = document.Findings.Single(found => found.Rule == "TP306");
        Assert.Contains("GRANT CREATE FUNCTION", Assert.Single(finding.Remedies).Steps[0].Text, StringComparison.Ordinal);
        Assert.DoesNotContain("GRANT VIEW SERVER", (await server.Sql(ModelServer.Short).With("--detail", "full").RunAsync()).Out, StringComparison.Ordinal);
    }
}
