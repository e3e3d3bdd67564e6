namespace TimerProbe.SqlServer.Tests.Workloads;

public sealed class WorkloadTests
{
    [Fact]
    public async Task The_figure_is_the_servers_own_and_the_warm_up_is_dropped()
    {
        var seconds = new Queue<double>([99, 7.1, 7.0, 7.2]);
        await using var server = StandIn.But(request => request.Says("AS result") ? StandIn.Run(seconds.Dequeue()) : null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.Primality });
        Assert.Equal([7.1, 7.0, 7.2], result.Runs.Select(run => run.Server.Nanoseconds / 1e9));
        Assert.Equal(15_811_387, result.Iterations);
        Assert.False(result.Inlineable);
        Assert.All(result.Runs, run => Assert.True(run.ClockWasSet));
        Assert.Equal(4, server.Requests.Count(
            request => request.Parameters.TryGetValue("@number", out var number) && number is WorkloadPlan.FieldArgument));
    }

    [Fact]
    public async Task The_function_is_made_under_a_name_of_its_own_and_dropped()
    {
        await using var server = StandIn.But(_ => null);
        await using var session = await StandIn.OpenAsync(server);
        await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.Primality }, Cancel);
        await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.Primality }, Cancel);
        var changes = StandIn.Changes(server);
        Assert.Equal(4, changes.Count);
        Assert.Matches(@"^CREATE FUNCTION dbo\.TimerProbe_[0-9a-f]{32}_primality ", changes[0]);
        Assert.EndsWith("DROP FUNCTION " + changes[0].Split(' ')[2] + ";", changes[1], StringComparison.Ordinal);
        Assert.NotEqual(changes[0], changes[2]);
        // Its lock is held before there is anything to sweep.
        var run = changes[0].Split(' ')[2]["dbo.".Length..^"_primality".Length];
        Assert.Contains(server.Requests.TakeWhile(request => !request.Says("CREATE FUNCTION dbo.")),
            request => request.Says("sp_getapplock") && request.Says($"N'{run}'"));
    }

    [Theory]
    [InlineData("16.0.1.1", true)]
    [InlineData("15.0.2000.5", true)]
    [InlineData("14.0.1000.169", false)]
    [InlineData("12.0.2000.8", false)]
    public async Task Inlining_is_turned_off_by_the_servers_version(string version, bool turnedOff)
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version(version: version) : null);
        await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.Primality, Repeat = 1 });
        Assert.Equal(turnedOff, server.Requests.Single(request => request.Says("CREATE FUNCTION")).Says("\nWITH INLINE = OFF\n"));
    }

    [Fact]
    public async Task Each_run_of_the_clock_calls_goes_with_its_twin_and_they_change_places()
    {
        await using var server = StandIn.But(_ => null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.ClockCalls, Repeat = 2, Count = 1000 });
        var loops = server.Requests.Where(request => request.Says("AS result")).Select(request => request.Says("_clockCalls")).ToList();
        Assert.Equal([true, false, false, true, true, false], loops);
        Assert.Equal(2, result.Runs.Count);
        Assert.Equal(2, result.TwinRuns.Count);
        Assert.Equal(1000, result.Iterations);
        Assert.All(StandIn.Changes(server), change => Assert.Contains("#TimerProbe_", change, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("16.0.1.1", true)]
    [InlineData("14.0.1000.169", false)]
    public async Task A_statement_is_priced_by_functions_of_eight_and_of_one(string version, bool inlineOff)
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version(version: version) : null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.StatementCost, Repeat = 2, Count = 1000 });
        Assert.Equal((2, 2, 1000), (result.Runs.Count, result.TwinRuns.Count, result.Iterations));
        Assert.Equal([true, false, false, true, true, false], server.Requests.Where(request => request.Says("AS result"))
            .Select(request => request.Says("_statementEight")));
        Assert.Equal(4, StandIn.Changes(server).Count);
        var made = server.Requests.Where(request => request.Says("CREATE FUNCTION")).ToList();
        Assert.Equal(2, made.Count);
        Assert.All(made, request => Assert.Equal(inlineOff, request.Says("\nWITH INLINE = OFF\n")));
        int Statements(TdsRequest request) => System.Text.RegularExpressions.Regex.Count(request.Text[request.Text.IndexOf("WHILE",
            StringComparison.Ordinal)..], "^ {8}S(ET|ELECT) ", System.Text.RegularExpressions.RegexOptions.Multiline, TimeSpan.FromSeconds(1));
        Assert.Equal([8, 1], made.Select(Statements));
    }

    [Theory]
    [InlineData(SqlWorkload.Primality, "control loop control loop control loop control")]
    [InlineData(SqlWorkload.StatementCost, "loop control twin twin control loop loop control twin")]
    public async Task The_control_goes_between_the_runs_or_inside_each_pair(SqlWorkload workload, string order)
    {
        var control = new Queue<double>([9, 0.04, 0.05, 0.06]);
        await using var server = StandIn.But(request => IsControl(request) ? StandIn.Run(control.Dequeue()) : null);
        var result = await StandIn.RunAsync(
            server, new WorkloadPlan { Workload = workload, Repeat = 2, Count = 1000, ControlRows = 500_000 });
        Assert.Equal(order, string.Join(' ', server.Requests.Where(request => request.Says("AS result"))
            .Select(request => IsControl(request) ? "control" : request.Says("_statementOne") ? "twin" : "loop")));
        Assert.Equal(workload == SqlWorkload.Primality ? [0.04, 0.05, 0.06]
            : [0.04, 0.05], result.Controls.Select(run => run.Server.Nanoseconds / 1e9)); // the first warms up
        Assert.All(server.Requests.Where(IsControl), request => Assert.Equal(500_000L, request.Parameters["@count"]));

        static bool IsControl(TdsRequest request) => request.Says("divisors.divisor");
    }

    [Theory]
    [Trait("Takes", "seconds")]
    [InlineData("Microsoft SQL Server 2022", 1_000, 100, 900, 100, 10.0)] // the longer of a write and a wait
    [InlineData("Microsoft SQL Server 2022", 500, 100, 900, 100, 9.0)]
    [InlineData("Microsoft SQL Server 2022", 500, 0, 900, 0, null)]
    [InlineData("Another Server 9", 1_000, 100, 900, 100, null)]
    public async Task What_a_write_of_the_log_took_is_the_difference_around_the_commits(
        string engine, long stall, long writes, long wait, long waits, double? milliseconds)
    {
        long[] then = [70_000, 9_000, 50_000, 8_000];
        var asked = 0;
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version(engine + " (RTM) - 16.0.4135.4")
            : request.Says("io_stall_write_ms") ? TdsAnswer.Row(("stall_ms", then[0] + (asked * stall)),
                ("writes", then[1] + (asked * writes)), ("wait_ms", then[2] + (asked * wait)), ("waits", then[3] + (asked++ * waits)))
            : null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.CommitLoop, Repeat = 1 });
        Assert.Equal(milliseconds, result.LogWrite?.Milliseconds);
    }

    [Fact]
    public async Task Who_may_not_see_what_the_log_waits_for_runs_the_commits_all_the_same()
    {
        await using var server = StandIn.But(request => request.Says("io_stall_write_ms") ? TdsAnswer.Error(300, 14, "VIEW SERVER PERFORMANCE STATE permission was denied.") : null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.CommitLoop, Repeat = 1 });
        Assert.Equal((1, null), (result.Runs.Count, result.LogWrite));
    }

    [Fact]
    public async Task A_temporary_procedure_is_dropped_by_its_name_too()
    {
        await using var server = StandIn.But(_ => null);
        await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.ClockCalls, Repeat = 1, Count = 10 });
        var drops = StandIn.Changes(server).Where(change => change.Contains("DROP", StringComparison.Ordinal)).ToList();
        Assert.Equal(2, drops.Count);
        Assert.All(drops, drop => Assert.Matches(@"OR EXISTS \(SELECT o\.name FROM sys\.objects AS o WHERE o\.name = N'(?<name>#\w+)'\) DROP PROCEDURE \k<name>;$", drop));
    }

    [Theory]
    [InlineData("#TimerProbe_00112233445566778899aabbccddeeff_clockCalls")]
    [InlineData("#timerprobe_00112233445566778899aabbccddeeff_clockcalls")]
    public async Task A_temporary_procedure_that_another_engine_kept_is_swept(string kept)
    {
        await using var server = StandIn.But(request =>
            request.Says("@@VERSION") ? StandIn.Version("Other Server 9", "16.0.1.1")
            : request.Says("create_date") ? TdsAnswer.Rows([("name", kept), ("type", "P ")], [("name", kept + "____00000000001F"), ("type", "P ")])
            : null);
        await using var session = await StandIn.OpenAsync(server);
        await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.Primality, Repeat = 1 }, Cancel);
        Assert.Equal([kept], session.Swept);
        Assert.Single(server.Requests, request => request.Says($"DROP PROCEDURE {kept};"));
    }

    [Theory]
    [InlineData("tempdb", "CREATE TABLE #TimerProbe_")]
    [InlineData("sales", "CREATE TABLE dbo.TimerProbe_")]
    public async Task The_rows_of_the_commit_loop_are_where_the_commits_are_to_be_seen(string database, string create)
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version(database: database) : null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.CommitLoop, Repeat = 1 });
        var changes = StandIn.Changes(server);
        Assert.StartsWith(create, changes[0], StringComparison.Ordinal);
        Assert.Equal(4, changes.Count);
        Assert.Contains("DROP PROCEDURE #", changes[2], StringComparison.Ordinal);
        Assert.Contains("DROP TABLE " + changes[0].Split(' ')[2], changes[3], StringComparison.Ordinal);
        Assert.Equal(20_000, result.Iterations);
    }

    [Fact]
    public async Task The_control_makes_nothing()
    {
        await using var server = StandIn.But(_ => null);
        var plan = new WorkloadPlan { Workload = SqlWorkload.SetControl, Count = 20_000_000 };
        Assert.Equal(WorkloadPlan.MaxRows, (await StandIn.RunAsync(server, plan)).Iterations);
        Assert.Empty(StandIn.Changes(server));
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    public async Task The_native_module_runs_only_where_the_database_can_compile(int filegroups, bool skipped)
    {
        await using var server = StandIn.But(request => request.Says("sys.filegroups") ? TdsAnswer.Row(("filegroups", filegroups)) : null);
        var result = await StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.PrimalityNative });
        Assert.Equal(skipped, result.Skipped is not null);
        Assert.Equal(skipped ? 0 : 2, StandIn.Changes(server).Count);
    }

    [Fact]
    public async Task A_compatible_server_is_asked_only_what_it_knows()
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version("Other Server 9", "16.0.1.1") : null);
        await using var session = await StandIn.OpenAsync(server);
        Assert.NotNull((await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.PrimalityNative }, Cancel)).Skipped);
        await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.Primality, Repeat = 1 }, Cancel);
        Assert.DoesNotContain(server.Requests, request => request.Says("applock") || request.Says("APPLOCK") || request.Says("\nWITH INLINE") || request.Says("is_inlineable"));
    }
}
