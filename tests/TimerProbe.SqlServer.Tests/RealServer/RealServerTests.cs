namespace TimerProbe.SqlServer.Tests.RealServer;

/// <summary>What must hold on every server, the stand-in and any real one.</summary>
public sealed class RealServerTests
{
    /// <summary>The largest prime of 63 bits: 1.5 billion divisors, ten minutes and more.</summary>
    private const long Long = 9_223_372_036_854_775_783;

    /// <summary>A prime of 499 divisors.</summary>
    private const long Short = 1_000_003;

    private static readonly WorkloadPlan Plan = new() { Workload = SqlWorkload.Primality, Argument = Short, Count = 100, Repeat = 2 };

    public static TheoryData<string> Servers => TestedServer.Names;

    public static TheoryData<string, SqlWorkload> ServersAndWorkloads =>
    [
        .. Servers.SelectMany(
            server => Enum.GetValues<SqlWorkload>().Where(workload => workload != SqlWorkload.PrimalityClient),
            (server, workload) => new TheoryDataRow<string, SqlWorkload>(server.Data, workload)),
    ];

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task It_says_what_it_is_and_what_it_may_not_tell(string name)
    {
        await using var server = TestedServer.Named(name);
        await using var session = await server.OpenAsync();
        Assert.NotEmpty(session.Identity.Engine);
        Assert.Equal(server.Options.Database, session.Identity.Database, ignoreCase: true);
        var reading = await session.ReadAsync(Cancel);
        Assert.Equal(reading.System is null, reading.Unavailable.Any(gap => gap.What == "system"));
        Assert.Equal(reading.ProfilingSessions is null, reading.Unavailable.Any(gap => gap.What == "profilingSessions"));
        Assert.False(reading.System?.CpuTicks <= 0);
    }

    [Theory]
    [MemberData(nameof(ServersAndWorkloads))]
    public async Task A_workload_gives_its_runs_and_leaves_nothing(string name, SqlWorkload workload)
    {
        await using var server = TestedServer.Named(name);
        var before = await server.LeftAsync();
        await using var session = await server.OpenAsync();
        var result = await session.RunAsync(Plan with { Workload = workload }, Cancel);
        Assert.Empty((await server.LeftAsync()).Except(before));
        if (workload == SqlWorkload.PrimalityNative && result.Skipped is not null)
        {
            return;
        }

        Assert.Null(result.Skipped);
        Assert.Equal(2, result.Runs.Count);
        Assert.Equal(workload is SqlWorkload.StatementCost or SqlWorkload.ClockCalls ? 2 : 0, result.TwinRuns.Count);
        Assert.Equal(workload is SqlWorkload.Primality or SqlWorkload.PrimalityNative ? 499 : 100, result.Iterations);
        Assert.All(result.Runs.Concat(result.TwinRuns), run => Assert.True(run.Server >= Duration.Zero));
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task Cancelled_in_the_middle_a_run_leaves_nothing(string name)
    {
        await using var server = TestedServer.Named(name);
        var before = await server.LeftAsync();
        await using var session = await server.OpenAsync();
        // Whenever it comes: what is right in the middle is right before.
        using var cancelling = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => session.RunAsync(Plan with { Argument = Long }, cancelling.Token));
        Assert.Empty((await server.LeftAsync()).Except(before));
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task Beyond_its_time_a_run_is_ended_and_leaves_nothing(string name)
    {
        await using var server = TestedServer.Named(name);
        var before = await server.LeftAsync();
        await using var session = await server.OpenAsync();
        var plan = Plan with { Argument = Long, Timeout = TimeSpan.FromSeconds(1) };
        var error = await Assert.ThrowsAsync<SqlServerException>(() => session.RunAsync(plan, Cancel));
        Assert.Equal(SqlServerErrorKind.Timeout, error.Kind);
        Assert.Empty((await server.LeftAsync()).Except(before));
        Assert.Equal(2, (await session.RunAsync(Plan, Cancel)).Runs.Count);
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task What_an_earlier_run_left_is_swept(string name)
    {
        await using var server = TestedServer.Named(name);
        var planted = $"TimerProbe_{Guid.NewGuid():N}_primality";
        await server.ExecuteAsync($"CREATE FUNCTION dbo.{planted} (@number bigint) RETURNS bigint AS BEGIN RETURN @number; END;");
        try
        {
            await using var session = await server.OpenAsync();
            await session.RunAsync(Plan, Cancel);
            // A compatible server has no locks to ask: there something so new is left alone.
            Assert.Equal(session.Identity.IsMicrosoft, session.Swept.Contains(planted));
            // It may give names back in lower case.
            Assert.Equal(!session.Identity.IsMicrosoft, (await server.LeftAsync()).Contains(planted, StringComparer.OrdinalIgnoreCase));
        }
        finally
        {
            await server.ExecuteAsync($"IF OBJECT_ID(N'dbo.{planted}') IS NOT NULL DROP FUNCTION dbo.{planted};");
        }
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task A_living_run_is_left_alone_by_the_sweep_of_another(string name)
    {
        await using var server = TestedServer.Named(name);
        var before = await server.LeftAsync();
        await using var living = await server.OpenAsync();
        await using var other = await server.OpenAsync();
        using var ending = new CancellationTokenSource();
        var run = living.RunAsync(Plan with { Argument = Long }, ending.Token);
        try
        {
            var made = await FirstMadeAsync(server, before, run);
            await other.RunAsync(Plan, Cancel);
            Assert.NotNull(made);
            Assert.DoesNotContain(made, other.Swept);
            Assert.Contains(made, await server.LeftAsync());
        }
        finally
        {
            await ending.CancelAsync();
            await ((Task)run).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        }

        Assert.True(run.IsCanceled);
    }

    private static async Task<string?> FirstMadeAsync(TestedServer server, IReadOnlyList<string> before, Task run)
    {
        while (!run.IsCompleted)
        {
            if ((await server.LeftAsync()).Except(before).FirstOrDefault() is { } made)
            {
                return made;
            }
        }

        await run;
        return null;
    }
}
