namespace TimerProbe.EndToEnd.Sql;

public sealed class WorkloadStoryTests
{
    [Fact]
    public async Task A_fast_server_is_normal()
    {
        await using var server = new ModelServer();
        var (result, document) = await server.Sql(ModelServer.Short).ToSqlDocumentAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Equal((SqlState.Normal, SqlCause.None), (document.Verdict.State, document.Verdict.Cause));
        Assert.Equal(Enum.GetValues<SqlWorkload>(), document.Workloads.Select(workload => workload.Name));
        Assert.Equal(15_810, Workload(document, SqlWorkload.Primality).Iterations);
        Assert.Equal(40, Workload(document, SqlWorkload.Primality).NsPerIteration!.Value.Nanoseconds, 1.0);
        Assert.Equal(20, document.StatementCostNs!.Median.Nanoseconds, 1.0);
        Assert.Equal(1_000_000, document.Server.ClockStepNs!.Value.Nanoseconds);
        Assert.Equal(90, document.ClockCallNs!.Median.Nanoseconds, 1.0);
        Assert.Equal(2_494_000_000, document.Server.TscHz!.Value.Hertz);
        Assert.False(document.Server.Local);
        Assert.Contains("is not verified: anyone in between can read the password", result.Error, StringComparison.Ordinal);
        Assert.NotEmpty(server.Made);
        Assert.Empty(server.Left);
    }

    [Fact]
    public async Task A_server_that_was_faster_is_slowed_by_its_clock_if_its_control_did_not_change()
    {
        using var folder = new TemporaryFolder();
        await using var server = new ModelServer();
        var run = server.Sql("--argument", "100000007", "--workload", "primality", "setControl", "--save", "--store", folder["runs.db"]);
        Assert.Equal(0, (await run.RunAsync()).ExitCode);
        server.StatementNs *= 4;
        var (result, document) = await server.Sql("--argument", "100000007", "--workload", "primality", "setControl", "--store", folder["runs.db"]).ToSqlDocumentAsync();
        Assert.Equal(10, result.ExitCode);
        Assert.Equal((SqlState.Slow, SqlCause.Clock, Confidence.Inferred),
            (document.Verdict.State, document.Verdict.Cause, document.Verdict.Confidence!.Value));
        Assert.Contains("4.0", document.Verdict.Because, StringComparison.Ordinal);
        await using var store = await FleetStore.OpenAsync(StoreTarget.OfFile(folder["runs.db"]), new StoreOptions { Access = StoreAccess.Read }, Cancel);
        Assert.Single(await store.Runs.ListAsync(new RunQuery { Kind = RunKinds.Sql }, Cancel));
    }

    [Theory]
    [InlineData(false, SqlState.Normal, SqlCause.None)]
    [InlineData(true, SqlState.Slow, SqlCause.Clock)]
    public async Task On_the_servers_own_machine_its_clock_is_measured_before_and_after(bool trapped, SqlState state, SqlCause cause)
    {
        Needs.TrappedClock();
        await using var server = new ModelServer { Machine = Environment.MachineName };
        var run = server.Sql("--argument", "1000000007", "--workload", "primality", "primalityClient", "setControl");
        var (_, document) = await (trapped ? run.Trapped() : run).ToSqlDocumentAsync();
        Assert.True(document.Server.Local);
        Assert.True(document.Check!.StartedAt < document.CheckAfter!.StartedAt);
        Assert.NotNull(Workload(document, SqlWorkload.PrimalityClient).NsPerIteration);
        // Under load a check may say that it cannot tell; it never says the other thing.
        Assert.Contains((document.Verdict.State, document.Verdict.Cause), new[] { (state, cause), (SqlState.Unclear, SqlCause.Unknown) });
    }

    [Theory]
    [InlineData("here", true)]
    [InlineData("NODE2", false)]
    public async Task A_failover_cluster_is_here_while_this_machine_is_its_node(string node, bool local)
    {
        await using var server = new ModelServer { Machine = "SQLCLUSTER", Node = node == "here" ? Environment.MachineName : node };
        var (result, document) = await server.Sql("--argument", "1000000007", "--workload", "primality").ToSqlDocumentAsync();
        Assert.Equal(local, document.Server.Local);
        Assert.Equal(!local, result.Error.Contains("says it runs on NODE2, which is not this machine's name", StringComparison.Ordinal));
    }

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
    public async Task Quick_chooses_a_number_that_takes_about_a_second_and_a_native_module_tests_the_same()
    {
        await using var server = new ModelServer { StatementNs = 2_000, DivisionNs = 40 };
        var (_, document) = await server.Sql("--quick", "--yes", "--workload", "primality", "primalityNative").ToSqlDocumentAsync();
        var (function, native) = (Workload(document, SqlWorkload.Primality), Workload(document, SqlWorkload.PrimalityNative));
        Assert.Equal(function.Argument, native.Argument);
        Assert.InRange(function.MedianSeconds!.Value, 0.5, 2);
        Assert.Equal(0.01, native.MedianSeconds!.Value, 0.005);
        Assert.Equal(4, document.Estimate!.Seconds, 0.5);
    }

    [Fact]
    public async Task Without_names_nothing_names_the_server()
    {
        await using var server = new ModelServer { Machine = "SECRETBOX" };
        var (result, _) = await server.Sql(ModelServer.Short).With("--anonymize", "--workload", "primality").ToSqlDocumentAsync();
        Assert.DoesNotContain("SECRETBOX", result.Out, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(server.Address, result.Out, StringComparison.Ordinal);
    }

    private static SqlWorkloadFacts Workload(SqlDocument document, SqlWorkload name) => document.Workloads.Single(workload => workload.Name == name);
}
