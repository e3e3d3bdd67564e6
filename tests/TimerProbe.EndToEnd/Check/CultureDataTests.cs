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
    public async Task Other_commands_do_not_load_it(Form form, string command) =>
        Assert.False(await Program(form).With(command).LoadsIcuAsync());

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

    /// <summary>A comma in figures, dotless letters, digits and dates of another script: with ICU all of them would show.</summary>
    [Theory]
    [InlineData("de_DE.UTF-8")]
    [InlineData("tr_TR.UTF-8")]
    [InlineData("ar_SA.UTF-8")]
    public async Task What_sql_writes_is_the_same_in_every_culture(string culture)
    {
        Needs.Linux();
        await using var server = new ModelServer();
        var run = server.Sql("--argument", "1000000007", "--workload", "primality").WithEnvironment("LC_ALL", culture);
        var (result, document) = await run.ToSqlDocumentAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.NotNull(document.Workloads[0].MedianSeconds);
        var text = await run.RunAsync();
        Assert.Matches(@"\d\.\d+", text.Out);
        Assert.DoesNotMatch(@"\d,\d{1,2}\b|[ıİ\p{IsArabic}]", text.Out);
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
