namespace TimerProbe.EndToEnd.Sql;

/// <summary>The trimmed single files: what SqlClient reaches by reflection is not in sight of the trimmer.</summary>
public sealed class PublishedFileTests
{
    public enum Form
    {
        Linux,

        /// <summary>The single file for Windows with SqlClient's native library beside it.</summary>
        Windows,

        WindowsAlone,
    }

    [Theory]
    [InlineData(Form.Linux)]
    [InlineData(Form.Windows)]
    [InlineData(Form.WindowsAlone)]
    public async Task A_session_goes_all_its_way_and_a_refused_login_is_a_sentence(Form form)
    {
        using var folder = new TemporaryFolder();
        await using var server = new ModelServer();
        var (result, document) = await server.By(Program(form, folder), ModelServer.Short).ToSqlDocumentAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Equal("16.0.4135.4", document.Server.Version);
        Assert.Equal(15_810, document.Workloads.Single(workload => workload.Name == SqlWorkload.Primality).Iterations);
        Assert.NotNull(document.ClockCallNs);
        Assert.NotEmpty(server.Made);
        Assert.Empty(server.Left);

        await using var refusing = new ModelServer { LogIn = _ => TdsAnswer.Error(18456, 14, "Login failed for user 'probe'.") };
        var refused = await refusing.By(Program(form, folder), ModelServer.Short).EndsAsync(4, "refuses the login probe: Login failed");
        Assert.DoesNotContain("   at ", refused.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Form.Linux)]
    [InlineData(Form.Windows)]
    [InlineData(Form.WindowsAlone)]
    public async Task An_error_and_a_cut_cost_what_they_must(Form form)
    {
        using var folder = new TemporaryFolder();
        // Twelve trials find how long they take.
        var commits = 0;
        await using var server = new ModelServer
        {
            Otherwise = request => request.Says("CREATE FUNCTION dbo") ? TdsAnswer.Error(262, 14, "CREATE FUNCTION permission denied.")
                : request.Says("_commits") && request.Says("AS result") && ++commits > 12 ? TdsAnswer.Cut : null,
        };
        var (result, document) = await server.By(Program(form, folder), ModelServer.Short).ToSqlDocumentAsync();
        Assert.Equal(5, result.ExitCode);
        Assert.Contains(document.Workloads, workload => workload.Skipped?.Contains("permission denied", StringComparison.Ordinal) == true);
        Assert.Contains(document.Workloads, workload => workload.Skipped?.Contains("the connection was lost", StringComparison.Ordinal) == true);
        Assert.NotNull(document.Workloads.Single(workload => workload.Name == SqlWorkload.SetControl).MedianSeconds);
        Assert.NotNull(document.ClockCallNs);
        Assert.Contains("the server was lost during commitLoop, and what comes after it is not run", result.Error, StringComparison.Ordinal);
        Assert.Empty(server.Left);
    }

    [Fact]
    public async Task A_run_that_takes_too_long_is_stopped_on_Windows_too()
    {
        Needs.Wine();
        ModelServer? model = null;
        var runs = 0;
        await using var server = model = new ModelServer
        {
            Otherwise = request =>
            {
                model!.StatementNs = request.Parameters.ContainsKey("@number") && request.Says("_primality") && ++runs > 4 ? 1_000_000 : 20;
                return null;
            },
        };
        var (result, document) = await server.By(TimerProbeProgram.UnderWine, ModelServer.Short).With("--timeout", "1s").ToSqlDocumentAsync();
        Assert.Equal(5, result.ExitCode);
        Assert.Contains(document.Workloads, workload => workload.Skipped?.Contains("longer than 1 s", StringComparison.Ordinal) == true);
        Assert.Empty(server.Left);
    }

    [Fact]
    public async Task Integrated_security_without_the_native_library_says_what_is_missing()
    {
        using var folder = new TemporaryFolder();
        await using var server = new ModelServer();
        await Program(Form.WindowsAlone, folder).With("sql", "--server", server.Address, "--trust-server-certificate")
            .EndsAsync(3, "Microsoft.Data.SqlClient.SNI.dll beside the program");
    }

    [Fact]
    public async Task A_failed_search_for_an_instance_ends_in_a_sentence()
    {
        // SqlClient leaves tasks with errors that nobody looks at.
        Needs.SelfContained();
        var result = await TimerProbeProgram.SelfContained
            .With("sql", "--server", @"127.0.0.1\NOBODY", "--user", "probe", "--trust-server-certificate")
            .WithEnvironment("TIMERPROBE_SQL_PASSWORD", ModelServer.Password).EndsAsync(4, @"no connection to 127.0.0.1\NOBODY");
        Assert.DoesNotContain("Unhandled", result.Error, StringComparison.Ordinal);
    }

    private static ProgramRun Program(Form form, TemporaryFolder folder)
    {
        var program = TimerProbeProgram.SingleFile(form != Form.Linux);
        if (form != Form.WindowsAlone)
        {
            return program;
        }

        File.Copy(program.Arguments[0], folder["timerprobe.exe"], overwrite: true);
        return program with { Arguments = [folder["timerprobe.exe"]] };
    }
}
