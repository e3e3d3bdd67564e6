using System.Collections.Concurrent;
using TimerProbe.Core.Facts;
using TimerProbe.Lab.Tds;
using TimerProbe.SqlServer.Sessions;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.SqlServer.Tests;

public sealed class ParallelSessionsTests
{
    private static readonly WorkloadPlan Plan = new() { Workload = SqlWorkload.Primality, Repeat = 2 };

    [Fact]
    public async Task Each_run_starts_when_the_run_before_has_ended_everywhere()
    {
        var running = new ConcurrentDictionary<int, int>();
        var apart = new ConcurrentBag<int>();
        await using var server = StandIn.But(request =>
        {
            if (!request.Says("AS result"))
            {
                return null;
            }

            var run = running.AddOrUpdate(request.Connection, 1, static (_, before) => before + 1);
            apart.Add(run - running.Values.Min());
            return StandIn.Run(request.Connection + (10 * run));
        });
        await using var sessions = await OpenAsync(server, 3);
        var result = await sessions.RunAsync(Plan, TestContext.Current.CancellationToken);
        Assert.Equal([21, 22, 23, 31, 32, 33], result.Runs.Select(run => run.Server.Seconds));
        Assert.Equal(15_811_387, result.Iterations);
        Assert.DoesNotContain(apart, runs => runs > 1);
        Assert.Equal([3, 3, 3], running.Values);
    }

    [Fact]
    public async Task All_warm_up_at_once()
    {
        var arrived = new Barrier();
        await using var server = StandIn.But(async (request, _) =>
        {
            if (request.Says("AS result"))
            {
                // Each run ends only when the runs of the other sessions have come: one after the other would never end.
                await arrived.ComeAsync(3);
            }

            return null;
        });
        await using var sessions = await OpenAsync(server, 3);
        Assert.Equal(6, (await sessions.RunAsync(Plan, TestContext.Current.CancellationToken)).Runs.Count);
    }

    [Fact]
    public async Task Each_session_has_a_function_of_its_own_and_all_are_dropped_by_their_makers()
    {
        await using var server = StandIn.But(_ => null);
        await using var sessions = await OpenAsync(server, 3);
        await sessions.RunAsync(Plan, TestContext.Current.CancellationToken);
        Assert.Equal(3, Made(server).Distinct(StringComparer.Ordinal).Count());
        AssertNothingLeft(server);
        Assert.Single(server.Requests, request => request.Says("FROM sys.objects"));
    }

    [Fact]
    public async Task Each_run_of_the_clock_calls_keeps_its_twin()
    {
        await using var server = StandIn.But(request => request.Says("AS result") ? StandIn.Run(request.Connection + (request.Says("_clockCalls") ? 10 : 0)) : null);
        await using var sessions = await OpenAsync(server, 2);
        var result = await sessions.RunAsync(Plan with { Workload = SqlWorkload.ClockCalls }, TestContext.Current.CancellationToken);
        Assert.Equal([11, 12, 11, 12], result.Runs.Select(run => run.Server.Seconds));
        Assert.Equal([1, 2, 1, 2], result.TwinRuns.Select(run => run.Server.Seconds));
    }

    [Fact]
    public async Task The_first_error_stops_the_others_and_all_is_dropped()
    {
        await using var server = StandIn.But(async (request, token) =>
        {
            if (!request.Says("AS result"))
            {
                return null;
            }

            if (request.Connection == 2)
            {
                return TdsAnswer.Error(1205, 13, "Deadlocked.");
            }

            await Task.Delay(Timeout.Infinite, token);
            return null;
        });
        await using var sessions = await OpenAsync(server, 3);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => sessions.RunAsync(Plan, TestContext.Current.CancellationToken));
        Assert.Equal(SqlServerErrorKind.Deadlock, error.Kind);
        AssertNothingLeft(server);
    }

    [Fact]
    public async Task An_error_before_the_first_run_keeps_nobody_waiting()
    {
        await using var server = StandIn.But(request =>
            request.Says("CREATE FUNCTION dbo") && request.Connection == 3 ? TdsAnswer.Error(262, 14, "CREATE FUNCTION permission denied.") : null);
        await using var sessions = await OpenAsync(server, 3);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => sessions.RunAsync(Plan, TestContext.Current.CancellationToken));
        Assert.Equal(SqlServerErrorKind.NoPermission, error.Kind);
        AssertNothingLeft(server);
    }

    [Fact]
    public async Task Cancelled_all_stop_and_all_is_dropped()
    {
        using var cancelling = new CancellationTokenSource();
        var arrived = new Barrier();
        await using var server = StandIn.But(async (request, token) =>
        {
            if (request.Says("AS result"))
            {
                await arrived.ComeAsync(2);
                await cancelling.CancelAsync();
                await Task.Delay(Timeout.Infinite, token);
            }

            return null;
        });
        await using var sessions = await OpenAsync(server, 2);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => sessions.RunAsync(Plan, cancelling.Token));
        Assert.Equal(2, Made(server).Count);
        AssertNothingLeft(server);
    }

    [Fact]
    public async Task What_several_sessions_could_not_drop_is_told_in_one()
    {
        await using var server = StandIn.But(request =>
            request.Says("AS result") && request.Connection == 1 ? TdsAnswer.Error(8134, 16, "Divide by zero.")
            : request.Says("DROP FUNCTION") ? TdsAnswer.Error(3702, 16, "It is in use.")
            : null);
        await using var sessions = await OpenAsync(server, 2);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => sessions.RunAsync(Plan, TestContext.Current.CancellationToken));
        Assert.Equal(SqlServerErrorKind.LeftBehind, error.Kind);
        Assert.Equal(Made(server).Order(StringComparer.Ordinal), error.Leftovers.Select(drop => drop.Split(' ', ';')[2]).Order(StringComparer.Ordinal));
        Assert.All(error.Leftovers, drop => Assert.Contains(drop, error.Message, StringComparison.Ordinal));
        Assert.Equal(SqlServerErrorKind.Refused, Assert.IsType<SqlServerException>(error.InnerException).Kind);
    }

    [Fact]
    public async Task What_the_server_cannot_do_is_skipped_once_for_all()
    {
        await using var server = StandIn.But(request => request.Says("sys.filegroups") ? TdsAnswer.Row(("filegroups", 0)) : null);
        await using var sessions = await OpenAsync(server, 2);
        Assert.NotNull((await sessions.RunAsync(Plan with { Workload = SqlWorkload.PrimalityNative }, TestContext.Current.CancellationToken)).Skipped);
        Assert.Empty(Made(server));
    }

    [Fact]
    public async Task One_alone_is_a_plain_session()
    {
        await using var server = StandIn.But(_ => null);
        await using var sessions = await OpenAsync(server, 1);
        Assert.Equal(2, (await sessions.RunAsync(Plan, TestContext.Current.CancellationToken)).Runs.Count);
        Assert.Single(server.Logins);
        AssertNothingLeft(server);
    }

    [Fact]
    public async Task A_login_refused_for_one_refuses_all()
    {
        await using var server = StandIn.But(_ => null);
        server.LogIn = (_, _) => Task.FromResult(server.Logins.Count == 3 ? TdsAnswer.Error(18456, 14, "Login failed.") : TdsAnswer.Done);
        var error = await Assert.ThrowsAsync<SqlServerException>(() => OpenAsync(server, 4));
        Assert.Equal(SqlServerErrorKind.LoginRefused, error.Kind);
        Assert.Equal(3, server.Logins.Count);
    }

    [Fact]
    public async Task No_session_at_all_is_refused()
    {
        await using var server = StandIn.But(_ => null);
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => OpenAsync(server, 0));
    }

    private static Task<ParallelSessions> OpenAsync(TdsServer server, int count) =>
        ParallelSessions.OpenAsync(server.Target, StandIn.Options, count, TestContext.Current.CancellationToken);

    private static List<string> Made(TdsServer server) =>
        [.. StandIn.Changes(server).Where(change => change.StartsWith("CREATE", StringComparison.Ordinal)).Select(change => change.Split(' ')[2])];

    private static void AssertNothingLeft(TdsServer server)
    {
        var drops = StandIn.Changes(server).Where(change => change.StartsWith("IF OBJECT_ID", StringComparison.Ordinal)).Select(change => change.Split(' ', ';')[^2]);
        Assert.NotEmpty(Made(server));
        Assert.Empty(Made(server).Except(drops, StringComparer.Ordinal));
    }

    private sealed class Barrier
    {
        private readonly Lock _lock = new();
        private TaskCompletionSource _open = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _waiting;

        public Task ComeAsync(int expected)
        {
            lock (_lock)
            {
                var open = _open;
                if (++_waiting == expected)
                {
                    _waiting = 0;
                    _open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                    open.SetResult();
                }

                return open.Task;
            }
        }
    }
}
