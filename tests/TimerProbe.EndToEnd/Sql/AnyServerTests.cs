namespace TimerProbe.EndToEnd.Sql;

/// <summary>What must hold on any server: on the model, and on the one in <c>TIMERPROBE_TEST_SQL</c> where one is named.</summary>
public sealed class AnyServerTests
{
    private const string Model = "model";

    public static TheoryData<string> Servers => SqlServerUnderTest.Named() is { } named ? [Model, named.ToString()] : [Model];

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task Every_workload_has_figures_or_a_reason_and_leaves_nothing(string server)
    {
        await using var model = new ModelServer();
        var run = Sql(server, model).With("--argument", "1000000007", "--yes", "--fail-on", "never");
        var (result, document) = await run.ToSqlDocumentAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Equal(Enum.GetValues<SqlWorkload>(), document.Workloads.Select(workload => workload.Name));
        Assert.All(document.Workloads,
            workload => Assert.True(workload.Skipped is null ? workload.NsPerIteration > Core.Duration.Zero : workload.Skipped.Length > 0));
        Assert.NotNull(document.ClockCallNs);
        Assert.All(document.Server.Unavailable, missing => Assert.NotEmpty(missing.Why));
        var again = await Sql(server, model).With("--argument", "1000000007", "--workload", "primality").RunAsync();
        Assert.Equal(0, again.ExitCode);
        Assert.DoesNotContain("an earlier run left", again.Error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task Quick_runs_are_short(string server)
    {
        await using var model = new ModelServer();
        var (_, document) = await Sql(server, model).With("--quick", "--yes", "--workload", "primality").ToSqlDocumentAsync();
        Assert.InRange(Assert.Single(document.Workloads).MedianSeconds!.Value, 0.1, 10);
    }

    private static ProgramRun Sql(string server, ModelServer model)
    {
        if (server == Model)
        {
            return model.Sql();
        }

        var named = SqlServerUnderTest.Named()!;
        return TimerProbeProgram.InProcess.With("sql", "--server", named.Server, "--database", named.Database)
            .With(named.User is { } user ? ["--user", user] : [])
            .With(named.TrustServerCertificate ? ["--trust-server-certificate"] : []).WithEnvironment("TIMERPROBE_SQL_PASSWORD", named.Password);
    }
}
