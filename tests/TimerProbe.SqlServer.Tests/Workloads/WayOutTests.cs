namespace TimerProbe.SqlServer.Tests.Workloads;

[Trait("Takes", "seconds")]
public sealed class WayOutTests
{
    private static readonly WorkloadPlan Plan = new() { Workload = SqlWorkload.Primality, Repeat = 2 };

    [Theory]
    [InlineData(1205, 13, SqlServerErrorKind.Deadlock)]
    [InlineData(229, 14, SqlServerErrorKind.NoPermission)]
    [InlineData(8134, 16, SqlServerErrorKind.Refused)]
    public async Task An_error_in_a_run_is_told_once_and_the_function_dropped(int number, byte severity, SqlServerErrorKind kind)
    {
        await using var server = StandIn.But(request => request.Says("AS result") ? TdsAnswer.Error(number, severity, "No.") : null);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.RunAsync(server, Plan));
        Assert.Equal(kind, error.Kind);
        Assert.Single(server.Requests, request => request.Says("AS result"));
        Assert.Equal(2, StandIn.Changes(server).Count);
    }

    [Theory]
    [InlineData(262, "CREATE FUNCTION permission denied in database 'sales'.", SqlServerErrorKind.NoPermission)]
    [InlineData(2760, "The specified schema name \"dbo\" either does not exist or you do not have permission to use it.", SqlServerErrorKind.NoPermission)]
    [InlineData(3906, "Failed to update database \"sales\" because the database is read-only.", SqlServerErrorKind.ReadOnlyDatabase)]
    public async Task A_function_that_may_not_be_made_says_which_right_is_missing(int number, string message, SqlServerErrorKind kind)
    {
        await using var server = StandIn.But(request => request.Says("CREATE FUNCTION dbo") ? TdsAnswer.Error(number, 14, message) : null);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.RunAsync(server, Plan));
        Assert.Equal(kind, error.Kind);
        Assert.Contains(message, error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(server.Requests, request => request.Says("AS result"));
    }

    [Theory]
    [InlineData("AS result")]
    [InlineData("CREATE FUNCTION dbo")]
    public async Task A_connection_cut_in_a_run_or_while_the_function_is_made_is_made_once_more_to_drop(string cut)
    {
        await using var server = StandIn.But(request => request.Says(cut) ? TdsAnswer.Cut : null);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.RunAsync(server, Plan));
        Assert.Equal(SqlServerErrorKind.ConnectionLost, error.Kind);
        var drop = server.Requests.Last();
        Assert.True(drop.Says("DROP FUNCTION dbo.TimerProbe_"));
        Assert.Equal(2, drop.Connection);
        Assert.Single(server.Requests, request => request.Says(cut));
    }

    [Fact]
    public async Task What_cannot_be_dropped_is_told_with_its_statement()
    {
        await using var server = StandIn.But(request => request.Says("AS result") ? TdsAnswer.Cut : null);
        server.LogIn = (_, _) => Task.FromResult(server.Logins.Count > 1 ? TdsAnswer.Error(18456, 14, "Login failed.") : TdsAnswer.Done);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.RunAsync(server, Plan));
        Assert.Equal(SqlServerErrorKind.LeftBehind, error.Kind);
        var function = StandIn.Changes(server)[0].Split(' ')[2];
        Assert.Equal([$"DROP FUNCTION {function};"], error.Leftovers);
        Assert.Contains(error.Leftovers[0], error.Message, StringComparison.Ordinal);
        Assert.Equal(SqlServerErrorKind.ConnectionLost, Assert.IsType<SqlServerException>(error.InnerException).Kind);
        Assert.Equal(2, server.Logins.Count);
    }

    [Fact]
    public async Task Temporary_objects_need_no_second_connection()
    {
        await using var server = StandIn.But(request => request.Says("AS result") ? TdsAnswer.Cut : null);
        var plan = new WorkloadPlan { Workload = SqlWorkload.ClockCalls };
        var error = await Assert.ThrowsAsync<SqlServerException>(() => StandIn.RunAsync(server, plan));
        Assert.Equal(SqlServerErrorKind.ConnectionLost, error.Kind);
        Assert.Single(server.Logins);
    }

    [Fact]
    public async Task Temporary_objects_that_another_engine_keeps_are_dropped_by_the_next_connection()
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version("Another Server 9", "16.0.1.1") : request.Says("AS result") ? TdsAnswer.Cut : null);
        var plan = new WorkloadPlan { Workload = SqlWorkload.ClockCalls };
        await Assert.ThrowsAsync<SqlServerException>(() => StandIn.RunAsync(server, plan));
        var made = StandIn.Changes(server).Where(change => change.StartsWith("CREATE", StringComparison.Ordinal))
            .Select(change => change.Split(' ')[2]).Reverse();
        Assert.Equal(made.Select(name => $"DROP PROCEDURE {name};"), server.Requests.Where(request => request.Connection == 2)
            .Select(request => request.Text[request.Text.IndexOf("DROP PROCEDURE", StringComparison.Ordinal)..].Trim()));
    }

    [Fact]
    public async Task Temporary_objects_that_another_engine_keeps_are_told_where_they_cannot_be_dropped()
    {
        await using var server = StandIn.But(request => request.Says("@@VERSION") ? StandIn.Version("Another Server 9", "16.0.1.1") : request.Says("AS result") ? TdsAnswer.Cut : null);
        server.LogIn = (_, _) => Task.FromResult(server.Logins.Count > 1 ? TdsAnswer.Error(18456, 14, "Login failed, or is it?") : TdsAnswer.Done);
        var error = await Assert.ThrowsAsync<SqlServerException>(
            () => StandIn.RunAsync(server, new WorkloadPlan { Workload = SqlWorkload.ClockCalls }));
        Assert.Matches(@": Login failed, or is it\. Remove it with: DROP PROCEDURE #TimerProbe_[0-9a-f]{32}_clockConstant; DROP PROCEDURE #TimerProbe_[0-9a-f]{32}_clockCalls;$", error.Message);
    }

    [Theory]
    [InlineData(SqlWorkload.Primality)]
    [InlineData(SqlWorkload.ClockCalls)]
    public async Task After_a_run_that_was_given_up_the_next_workload_has_a_connection(SqlWorkload workload)
    {
        var silence = new TaskCompletionSource<TdsAnswer?>();
        await using var server = StandIn.But(
            (request, _) => request.Says("AS result") && request.Connection == 1 ? silence.Task : Task.FromResult<TdsAnswer?>(null));
        try
        {
            await using var session = await StandIn.OpenAsync(server);
            var plan = new WorkloadPlan { Workload = workload, Timeout = TimeSpan.FromSeconds(1) };
            await Assert.ThrowsAsync<SqlServerException>(() => session.RunAsync(plan, Cancel));
            Assert.Equal(3, (await session.RunAsync(new WorkloadPlan { Workload = SqlWorkload.SetControl }, Cancel)).Runs.Count);
        }
        finally
        {
            silence.SetResult(TdsAnswer.Cut);
        }
    }

    [Theory]
    [InlineData("cut")]
    [InlineData("ended with an error")]
    [InlineData("silent")]
    public async Task A_run_beyond_its_time_is_that_whatever_becomes_of_its_connection(string fate)
    {
        var silence = new TaskCompletionSource<TdsAnswer?>();
        await using var server = StandIn.But((request, asked) =>
        {
            if (!request.Says("AS result"))
            {
                return Task.FromResult<TdsAnswer?>(null);
            }

            var asking = new TaskCompletionSource<TdsAnswer?>();
            asked.Register(() => asking.TrySetResult(fate == "cut" ? TdsAnswer.Cut : TdsAnswer.Error(596, 21, "Cannot continue the execution because the session is in the kill state.")));
            return fate == "silent" ? silence.Task : asking.Task;
        });
        try
        {
            await using var session = await StandIn.OpenAsync(server);
            var error = await Assert.ThrowsAsync<SqlServerException>(
                () => session.RunAsync(Plan with { Timeout = TimeSpan.FromSeconds(1) }, Cancel));
            Assert.Equal((SqlServerErrorKind.Timeout, "the statement took longer than 1 s"), (error.Kind, error.Message));
            var drop = server.Requests.Last();
            Assert.True(drop.Says("DROP FUNCTION dbo.TimerProbe_"));
            Assert.Equal(2, drop.Connection);
        }
        finally
        {
            silence.SetResult(TdsAnswer.Cut);
        }
    }

    [Fact]
    public async Task A_server_that_does_not_stop_is_left_and_the_function_dropped_on_another_connection()
    {
        using var cancelling = new CancellationTokenSource();
        var late = new TaskCompletionSource<TdsAnswer>();
        await using var server = StandIn.But(async (request, _) =>
        {
            if (!request.Says("AS result"))
            {
                return null;
            }

            await cancelling.CancelAsync();
            return await late.Task;
        });
        try
        {
            await using var session = await StandIn.OpenAsync(server);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => session.RunAsync(Plan, cancelling.Token));
            var drop = server.Requests.Last();
            Assert.True(drop.Says("DROP FUNCTION dbo.TimerProbe_"));
            Assert.Equal(2, drop.Connection);
        }
        finally
        {
            late.SetResult(StandIn.Run());
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Leftovers_of_runs_that_have_ended_are_swept_and_nothing_else(bool hasEnded)
    {
        const string Run = "TimerProbe_0123456789abcdef0123456789abcdef";
        const string Left = Run + "_primality";
        await using var server = StandIn.But(request =>
            request.Says("FROM sys.objects") ? TdsAnswer.Rows(
                [("name", Left), ("type", "FN")], [("name", "TimerProbe_history"), ("type", "U")], [("name", Left + "; DROP TABLE x"), ("type", "U ")])
            : request.Says($"APPLOCK_TEST(N'public', N'{Run}'") ? TdsAnswer.Row(("ended", hasEnded ? 1 : 0))
            : null);
        await using var session = await StandIn.OpenAsync(server);
        await session.RunAsync(Plan, Cancel);
        Assert.Equal(hasEnded ? [Left] : [], session.Swept);
        Assert.Equal(hasEnded ? 3 : 2, StandIn.Changes(server).Count);
        Assert.Equal(hasEnded, StandIn.Changes(server)[0].EndsWith($"DROP FUNCTION dbo.{Left};", StringComparison.Ordinal));
    }
}
