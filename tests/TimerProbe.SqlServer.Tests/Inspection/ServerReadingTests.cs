namespace TimerProbe.SqlServer.Tests.Inspection;

public sealed class ServerReadingTests
{
    [Fact]
    public async Task What_the_server_tells_is_read()
    {
        await using var server = StandIn.But(request =>
            request.Says("FROM sys.dm_os_sys_info") ? System(9_000_000_000, 8, "QUERY_PERFORMANCE_COUNTER")
            : request.Says("dm_xe_sessions") ? TdsAnswer.Rows([("session_name", "plans"), ("event_name", "query_post_execution_showplan")])
            : request.Says("HAS_PERMS_BY_NAME") ? Rights(1, null)
            : null);
        var reading = await StandIn.ReadAsync(server);
        Assert.Equal(9_000_000_000, reading.System?.CpuTicks);
        Assert.Equal(8, reading.System?.Schedulers);
        Assert.Equal("QUERY_PERFORMANCE_COUNTER", reading.System?.TimeSource);
        Assert.Equal(["plans (query_post_execution_showplan)"], reading.ProfilingSessions);
        Assert.True(reading.Rights["view_server_state"]);
        Assert.DoesNotContain("view_server_performance_state", reading.Rights.Keys);
        Assert.Equal([], reading.StatementTraces);
        Assert.Equal("OFF", reading.QueryStoreCapture);
        Assert.Equal(["liveQueryStatistics"], reading.Unavailable.Select(gap => gap.What));
    }

    [Theory]
    [InlineData(297, "The user does not have permission to perform this action.")]
    [InlineData(300, "VIEW SERVER PERFORMANCE STATE permission was denied on object 'server', database 'master'.")]
    [InlineData(33557097, "relation \"sys.dm_xe_sessions\" does not exist")]
    public async Task What_may_not_be_seen_is_listed_with_the_servers_word(int number, string message)
    {
        await using var server = StandIn.But(request =>
            request.Says("FROM sys.dm_") ? TdsAnswer.Error(number, 14, message)
            : request.Says("HAS_PERMS_BY_NAME") ? Rights(0, 0)
            : null);
        var reading = await StandIn.ReadAsync(server);
        Assert.Null(reading.System);
        Assert.Null(reading.ProfilingSessions);
        Assert.Equal(["system", "profilingSessions", "liveQueryStatistics"], reading.Unavailable.Select(gap => gap.What));
        Assert.All(reading.Unavailable.Take(2), gap => Assert.Contains(message, gap.Why, StringComparison.Ordinal));
        Assert.False(reading.Rights["view_server_state"]);
    }

    [Theory]
    [InlineData("Microsoft SQL Server 2022", 0, 0, 1, new[] { "VIEW SERVER PERFORMANCE STATE" })]
    [InlineData("Microsoft SQL Server 2022", 0, null, 1, new[] { "VIEW SERVER STATE" })]
    [InlineData("Microsoft SQL Server 2022", 1, 0, 1, new string[0])] // it is not the right that is missing
    [InlineData("Microsoft SQL Server 2022", 1, 1, 0, new[] { "CREATE FUNCTION" })]
    [InlineData("Microsoft SQL Server 2022", 0, 0, 0, new[] { "CREATE FUNCTION", "VIEW SERVER PERFORMANCE STATE" })]
    [InlineData("Other Server 9", 0, 0, 1, new string[0])] // it has no such views
    [InlineData("Other Server 9", 0, 0, 0, new[] { "CREATE FUNCTION" })]
    public async Task A_right_is_named_where_it_is_missing_and_would_help(string engine, int state, int? performance, int create, string[] named)
    {
        await using var server = StandIn.But(request =>
            request.Says("@@VERSION") ? StandIn.Version(engine)
            : request.Says("FROM sys.dm_") ? TdsAnswer.Error(300, 14, "VIEW SERVER STATE permission was denied.")
            : request.Says("HAS_PERMS_BY_NAME") ? Rights(state, performance, create)
            : null);
        var reading = await StandIn.ReadAsync(server);
        SqlServerFacts Facts(params SqlWorkload[] workloads) => reading.ToFacts(
            server.Target, local: false, TickRate.From([]), DateTimeOffset.UnixEpoch, workloads);
        Assert.Equal(named, Facts(SqlWorkload.Primality).MissingRights.Select(missing => missing.Right));
        Assert.DoesNotContain("CREATE FUNCTION", Facts(SqlWorkload.SetControl).MissingRights.Select(missing => missing.Right));
    }

    [Fact]
    public async Task A_zero_is_no_figure()
    {
        await using var server = StandIn.But(request => request.Says("FROM sys.dm_os_sys_info") ? System(0, 0, "") : null);
        await using var session = await StandIn.OpenAsync(server);
        var figures = await session.ReadSystemAsync(Cancel);
        Assert.NotNull(figures);
        Assert.Null(figures.CpuTicks);
        Assert.Null(figures.Schedulers);
        Assert.Null(figures.TimeSource);
    }

    [Theory]
    [InlineData(1, "SP:StmtCompleted", new[] { "2 (SP:StmtCompleted)" })]
    [InlineData(1, null, new string[0])]
    [InlineData(0, null, null)]
    public async Task Traces_are_seen_or_known_to_be_out_of_sight(int maySee, string? traced, string[]? traces)
    {
        await using var server = StandIn.But(request => request.Says("sys.traces")
            ? TdsAnswer.Row(("may_see", maySee), ("trace_id", traced is null ? null : 2), ("event_name", traced))
            : null);
        var reading = await StandIn.ReadAsync(server);
        Assert.Equal(traces, reading.StatementTraces);
        Assert.Equal(traces is null, reading.Unavailable.Any(gap => gap is { What: "statementTraces", Why: "the login lacks the right ALTER TRACE" }));
    }

    [Theory]
    [InlineData("14.0.1000.169", 1, true)]
    [InlineData("13.0.5026.0", 0, false)]
    [InlineData("16.0.4135.4", 1, null)]
    [InlineData("12.0.6024.0", 1, null)]
    public async Task Live_query_statistics_are_asked_for_where_the_flag_means_something(string version, int status, bool? collected)
    {
        await using var server = StandIn.But(request =>
            request.Says("@@VERSION") ? StandIn.Version(version: version)
            : request.Says("TRACESTATUS") ? TdsAnswer.Row(("TraceFlag", 7412), ("Status", status), ("Global", status), ("Session", 0))
            : null);
        Assert.Equal(collected, (await StandIn.ReadAsync(server)).LiveQueryStatistics);
        Assert.Equal(collected is not null, server.Requests.Any(request => request.Says("TRACESTATUS")));
    }

    [Theory]
    [InlineData("READ_WRITE", "ALL", "ALL")]
    [InlineData("READ_WRITE", "AUTO", "AUTO")]
    [InlineData("READ_ONLY", "ALL", "OFF")]
    public async Task The_query_store_counts_while_it_writes(string state, string capture, string told)
    {
        await using var server = StandIn.But(request => request.Says("query_store_options") ? TdsAnswer.Row(("state", state), ("capture", capture)) : null);
        Assert.Equal(told, (await StandIn.ReadAsync(server)).QueryStoreCapture);
    }

    [Theory]
    [InlineData(15_625_000L, 15_625_000.0)]
    [InlineData(null, null)]
    public async Task The_step_of_the_time_is_read(long? step, double? told)
    {
        await using var server = StandIn.But(request => request.Says("step_ns") ? TdsAnswer.Row(("step_ns", step ?? (object?)null)) : null);
        Assert.Equal(told, (await StandIn.ReadAsync(server)).ClockStep?.Nanoseconds);
    }

    [Fact]
    public async Task The_servers_time_is_read_between_two_of_this_machine()
    {
        await using var server = StandIn.But(
            request => request.Says("utc_now") ? TdsAnswer.Row(("utc_now", new DateTime(2020, 11, 21, 3, 0, 0, DateTimeKind.Unspecified))) : null);
        var said = new DateTimeOffset(2020, 11, 21, 3, 0, 0, TimeSpan.Zero);
        var before = TimeProvider.System.GetUtcNow();
        var apart = (await StandIn.ReadAsync(server)).ClockApart!.Value;
        Assert.InRange(apart, before - said, TimeProvider.System.GetUtcNow() - said);
    }

    [Fact]
    public async Task Another_engine_is_not_asked_what_records_statements()
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version("Other Server 9", "16.0.1.1") : null);
        Assert.Null((await StandIn.ReadAsync(server)).StatementTraces);
        Assert.DoesNotContain(server.Requests, request => request.Says("sys.traces") || request.Says("query_store") || request.Says("DBCC"));
    }

    private static TdsAnswer System(long ticks, int processors, string source) => TdsAnswer.Row(
        ("cpu_ticks", ticks), ("ms_ticks", ticks / 2_500_000), ("cpu_count", processors), ("scheduler_count", processors), ("time_source", source),
        ("virtual_machine_type", "HYPERVISOR"), ("started_local", new DateTime(2026, 11, 1, 0, 0, 0, DateTimeKind.Unspecified)), ("up_seconds", 3600L));

    private static TdsAnswer Rights(int state, int? performanceState, int create = 1) => TdsAnswer.Row(
        ("view_server_state", state), ("view_server_performance_state", performanceState), ("create_function", create), ("create_procedure", 1), ("create_table", 1), ("alter_schema", 1),
        ("execute_schema", 0), ("select_schema", 1), ("insert_schema", 1), ("delete_schema", 0));
}
