namespace TimerProbe.EndToEnd.Sql;

/// <summary>The whole command against servers of known speed.</summary>
public sealed class WorkloadStoryTests
{
    // A prime of 15,811 divisors: a run takes milliseconds and not the field's 7 s.
    private static readonly string[] Short = ["--argument", "1000000007", "--yes"];

    [Fact]
    public async Task A_fast_server_is_normal()
    {
        await using var server = new ModelServer();
        var (result, document) = await server.Sql(Short).ToSqlDocumentAsync();
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
        Assert.NotEmpty(server.Made);
        Assert.Empty(server.Left);
    }

    [Theory]
    [InlineData(1_000, 2_000, SqlCause.Clock, "TP301")]
    [InlineData(1_000, 20, SqlCause.Unknown, "TP310")] // the function shows nothing: an engine may ask an expensive clock when healthy
    [InlineData(1_000_000, 20, SqlCause.Unknown, "TP308")] // the coarse clock, as documented
    public async Task Expensive_clock_calls_are_the_clock_where_its_steps_are_fine_and_the_function_is_slow_too(
        long step, double statement, SqlCause cause, string rule)
    {
        await using var server = new ModelServer { ClockCallNs = 1_100, StepNs = step, StatementNs = statement };
        var (result, document) = await server.Sql(Short).With("--workload", "primality", "setControl", "clockCalls").ToSqlDocumentAsync();
        Assert.Equal(cause == SqlCause.Clock ? 10 : 0, result.ExitCode);
        Assert.Equal((cause == SqlCause.Clock ? SqlState.Slow : SqlState.Unclear, cause), (document.Verdict.State, document.Verdict.Cause));
        Assert.Equal(rule, document.Findings[0].Rule);
    }

    [Theory]
    [InlineData(12e6, true, SqlCause.Storage, "a commit costs 12.0 ms, and the same rows in one transaction are fast; a write of the log took 12.0 ms meanwhile")]
    [InlineData(12e6, false, SqlCause.Unknown, "a commit costs 12.0 ms, but nothing shows whether they waited for the log or for a processor")]
    [InlineData(8e6, true, SqlCause.Unknown, "a commit costs 8.0 ms: too much for fast storage")]
    [InlineData(4e6, true, SqlCause.Unknown, "nothing to compare with")]
    public async Task Expensive_commits_beside_cheap_rows_are_the_storage_that_was_waited_for(double commit, bool seen, SqlCause cause, string because)
    {
        await using var server = new ModelServer { CommitNs = commit, Log = seen ? (70_000, 9_000) : null };
        var (_, document) = await server.Sql("--workload", "clockCalls", "commitLoop", "commitOneTransaction", "--argument", "1000000007", "--yes").ToSqlDocumentAsync();
        Assert.Equal(cause, document.Verdict.Cause);
        Assert.StartsWith(because, document.Verdict.Because, StringComparison.Ordinal);
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

    [Fact]
    public async Task Quick_chooses_a_number_that_takes_about_a_second()
    {
        await using var server = new ModelServer { StatementNs = 2_000 };
        var (_, document) = await server.Sql("--quick", "--yes", "--workload", "primality").ToSqlDocumentAsync();
        Assert.InRange(Workload(document, SqlWorkload.Primality).MedianSeconds!.Value, 0.5, 2);
        Assert.Equal(4, document.Estimate!.Seconds, 0.5);
    }

    [Fact]
    public async Task The_estimate_of_a_native_module_is_that_of_the_number_the_others_test()
    {
        await using var server = new ModelServer { StatementNs = 2_000, DivisionNs = 40 };
        var (_, document) = await server.Sql("--quick", "--yes", "--workload", "primality", "primalityNative").ToSqlDocumentAsync();
        Assert.Equal(Workload(document, SqlWorkload.Primality).Argument, Workload(document, SqlWorkload.PrimalityNative).Argument);
        Assert.Equal(0.01, Workload(document, SqlWorkload.PrimalityNative).MedianSeconds!.Value, 0.005);
        Assert.Equal(4, document.Estimate!.Seconds, 0.5);
    }

    [Fact]
    public async Task Without_names_nothing_names_the_server()
    {
        await using var server = new ModelServer { Machine = "SECRETBOX" };
        var (result, _) = await server.Sql(Short).With("--anonymize", "--workload", "primality").ToSqlDocumentAsync();
        Assert.DoesNotContain("SECRETBOX", result.Out, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(server.Address, result.Out, StringComparison.Ordinal);
    }

    private static SqlWorkloadFacts Workload(SqlDocument document, SqlWorkload name) => document.Workloads.Single(workload => workload.Name == name);
}
