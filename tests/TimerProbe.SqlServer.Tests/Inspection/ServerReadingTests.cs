using TimerProbe.Lab.Tds;

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
        await using var session = await StandIn.OpenAsync(server);
        var reading = await session.ReadAsync(TestContext.Current.CancellationToken);
        Assert.Equal(9_000_000_000, reading.System?.CpuTicks);
        Assert.Equal(8, reading.System?.Schedulers);
        Assert.Equal("QUERY_PERFORMANCE_COUNTER", reading.System?.TimeSource);
        Assert.Equal(["plans (query_post_execution_showplan)"], reading.ProfilingSessions);
        Assert.Equal((true, (bool?)null), (reading.Rights.ViewServerState, reading.Rights.ViewServerPerformanceState));
        Assert.Equal((true, false, false), (reading.Rights.AlterSchema!.Value, reading.Rights.ExecuteInSchema!.Value, reading.Rights.ChangeRows!.Value));
        Assert.Empty(reading.Unavailable);
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
        await using var session = await StandIn.OpenAsync(server);
        var reading = await session.ReadAsync(TestContext.Current.CancellationToken);
        Assert.Null(reading.System);
        Assert.Null(reading.ProfilingSessions);
        Assert.Equal(["system", "profilingSessions"], reading.Unavailable.Select(gap => gap.What));
        Assert.All(reading.Unavailable, gap => Assert.Contains(message, gap.Why, StringComparison.Ordinal));
        Assert.False(reading.Rights.ViewServerState);
    }

    [Fact]
    public async Task A_zero_is_no_figure()
    {
        await using var server = StandIn.But(request => request.Says("FROM sys.dm_os_sys_info") ? System(0, 0, "") : null);
        await using var session = await StandIn.OpenAsync(server);
        var figures = await session.ReadSystemAsync(TestContext.Current.CancellationToken);
        Assert.NotNull(figures);
        Assert.Null(figures.CpuTicks);
        Assert.Null(figures.Processors);
        Assert.Null(figures.Schedulers);
        Assert.Null(figures.TimeSource);
    }

    private static TdsAnswer System(long ticks, int processors, string source) => TdsAnswer.Row(
        ("cpu_ticks", ticks), ("ms_ticks", ticks / 2_500_000), ("cpu_count", processors), ("scheduler_count", processors), ("time_source", source),
        ("virtual_machine_type", "HYPERVISOR"), ("started_local", new DateTime(2026, 11, 1, 0, 0, 0, DateTimeKind.Unspecified)), ("up_seconds", 3600L));

    private static TdsAnswer Rights(int state, int? performanceState) => TdsAnswer.Row(
        ("view_server_state", state), ("view_server_performance_state", performanceState), ("create_function", 1), ("create_procedure", 1), ("create_table", 1), ("alter_schema", 1),
        ("execute_schema", 0), ("select_schema", 1), ("insert_schema", 1), ("delete_schema", 0));
}
