namespace TimerProbe.EndToEnd.Check;

/// <summary>ICU is for SQL Server only: everything else runs where it is not installed.</summary>
public sealed class CultureDataTests
{
    public enum Form
    {
        /// <summary>The build output.</summary>
        FrameworkDependent,

        /// <summary>The single file for Linux.</summary>
        SelfContained,
    }

    [Theory]
    [InlineData(Form.FrameworkDependent, "check")]
    [InlineData(Form.FrameworkDependent, "rules")]
    [InlineData(Form.SelfContained, "check")]
    [InlineData(Form.SelfContained, "rules")]
    public async Task Other_commands_do_not_load_it(Form form, string command) => Assert.False(await Program(form).With(command).LoadsIcuAsync());

    [Theory]
    [InlineData(Form.FrameworkDependent)]
    [InlineData(Form.SelfContained)]
    public async Task The_command_sql_loads_it(Form form) => Assert.True(await Program(form).With("sql", "--help").LoadsIcuAsync());

    [Theory]
    [InlineData(Form.FrameworkDependent)]
    [InlineData(Form.SelfContained)]
    public async Task A_check_needs_none(Form form) => Assert.Equal(0, (await Program(form).With("check").WithoutIcu().RunAsync()).ExitCode);

    [Theory]
    [InlineData(Form.FrameworkDependent)]
    [InlineData(Form.SelfContained)]
    public async Task The_command_sql_says_what_to_install(Form form)
    {
        await using var server = new ModelServer();
        var result = await server.By(Program(form)).WithoutIcu().RunAsync();
        Assert.Equal((3, ""), (result.ExitCode, result.Out));
        Assert.Contains("cannot be reached without culture data: install ICU", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_sql_says_which_variable_keeps_it_away()
    {
        Needs.Linux();
        await using var server = new ModelServer();
        var result = await server.Sql().WithEnvironment("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").RunAsync();
        Assert.Equal(3, result.ExitCode);
        Assert.Contains("unset DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Figures_of_sql_have_a_decimal_point_where_people_write_a_comma()
    {
        Needs.Linux();
        await using var server = new ModelServer();
        var german = server.Sql("--argument", "1000000007", "--workload", "primality").WithEnvironment("LC_ALL", "de_DE.UTF-8");
        var (result, document) = await german.ToSqlDocumentAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.NotNull(document.Workloads[0].MedianSeconds);
        var text = await german.RunAsync();
        Assert.Matches(@"\d\.\d+", text.Out);
        Assert.DoesNotMatch(@"\d,\d{1,2}\b", text.Out);
    }

    private static ProgramRun Program(Form form)
    {
        Needs.Linux();
        if (form == Form.FrameworkDependent)
        {
            return TimerProbeProgram.FrameworkDependent;
        }

        Needs.SelfContained();
        return TimerProbeProgram.SelfContained;
    }
}
