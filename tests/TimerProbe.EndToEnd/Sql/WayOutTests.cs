namespace TimerProbe.EndToEnd.Sql;

/// <summary>However it ends, nothing stays on the server, and what was measured is not lost.</summary>
public sealed class WayOutTests
{
    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    [InlineData("HUP")]
    [InlineData("QUIT")]
    [InlineData("INT", true)] // Wine makes Ctrl+C of it
    public async Task A_cancelled_run_drops_its_objects_and_leaves_no_file(string signal, bool isOnWindows = false)
    {
        Needs.Linux();
        if (isOnWindows)
        {
            Needs.Wine();
        }

        using var folder = new TemporaryFolder();
        var running = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var server = new ModelServer
        {
            StatementNs = 2_000_000,
            Otherwise = request =>
            {
                _ = request.Says("AS result") && request.Says("_primality") && running.TrySetResult();
                return null;
            },
        };
        folder.Write("run.json", "the run of yesterday");
        var run = isOnWindows ? server.By(TimerProbeProgram.UnderWine, ModelServer.Short) : server.Sql(ModelServer.Short).With("--out", folder["run.json"]);
        var result = await run.WithDefaultSignals().RunAsync(async process =>
        {
            await running.Task.WaitAsync(Hang.Limit, Cancel);
            Signals.Send(process.Id, signal);
        });
        Assert.Equal(130, result.ExitCode);
        Assert.NotEmpty(server.Made);
        Assert.Empty(server.Left);
        Assert.Equal(["run.json"], folder.Files);
        Assert.Equal("the run of yesterday", await File.ReadAllTextAsync(folder["run.json"], Cancel));
    }

    [Fact]
    public async Task A_workload_asked_for_by_name_is_not_left_out()
    {
        await using var server = new ModelServer { Otherwise = NoFunctions };
        await server.Sql(ModelServer.Short).With("--workload", "primality").EndsAsync(3, "CREATE FUNCTION permission denied", "");
    }

    [Theory]
    [InlineData("will take about 13 s and hold one processor of the server all that time")]
    [InlineData("raise the limit with --timeout", "--timeout", "1s", "--yes")]
    public async Task A_long_run_takes_consent_and_one_longer_than_it_may_take_is_not_begun(string sentence, params string[] options)
    {
        await using var server = new ModelServer { StatementNs = 100_000 };
        var result = await server.Sql("--argument", "1000000007", "--workload", "primality").With(options).EndsAsync(2, sentence);
        Assert.Equal(options.Length == 0, result.Error.Contains("--yes", StringComparison.Ordinal));
        Assert.Empty(server.Left);
    }

    [Fact]
    public async Task What_would_take_too_long_is_made_shorter_or_left_out_alone()
    {
        await using var server = new ModelServer { StatementNs = 200_000, CommitNs = 5e6 };
        var (result, document) = await server.Sql("--argument", "1000000007", "--timeout", "2s", "--yes", "--fail-on", "never").ToSqlDocumentAsync();
        Assert.Equal(5, result.ExitCode);
        Assert.Contains("a run of primality would take about 6 s, longer than allowed: raise the limit with --timeout", Workload(document, SqlWorkload.Primality).Skipped, StringComparison.Ordinal);
        Assert.InRange(Workload(document, SqlWorkload.CommitLoop).Iterations!.Value, 80, 100);
        Assert.Contains("a run of commitLoop would take about 216 s, longer than allowed: it is made ", result.Error, StringComparison.Ordinal);
        Assert.NotNull(Workload(document, SqlWorkload.SetControl).MedianSeconds);
    }

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

    private static TdsAnswer? NoFunctions(TdsRequest request) =>
        request.Says("CREATE FUNCTION dbo") ? TdsAnswer.Error(262, 14, "CREATE FUNCTION permission denied in database 'tempdb'.") : null;

    private static SqlWorkloadFacts Workload(SqlDocument document, SqlWorkload name) => document.Workloads.Single(workload => workload.Name == name);
}
