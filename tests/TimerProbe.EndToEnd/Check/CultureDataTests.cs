namespace TimerProbe.EndToEnd.Check;

/// <summary>ICU is for SQL Server only: everything else runs where it is not installed.</summary>
public sealed class CultureDataTests
{
    /// <summary>The build output and the single file for Linux.</summary>
    public static IEnumerable<TheoryDataRow<bool>> Forms { get; } = [new(true), new TheoryDataRow<bool>(false).WithTrait("Run", "all")];

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task Only_sql_loads_it_and_a_check_needs_none(bool isPublished)
    {
        var program = Program(isPublished);
        Assert.False(await program.With("check").LoadsIcuAsync());
        Assert.False(await program.With("rules").LoadsIcuAsync());
        Assert.True(await program.With("sql", "--help").LoadsIcuAsync());
        Assert.Equal(0, (await program.With("check").WithoutIcu().RunAsync()).ExitCode);
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task The_command_sql_says_what_to_install(bool isPublished)
    {
        await using var server = new ModelServer();

        await server.By(Program(isPublished)).WithoutIcu().EndsAsync(3, "cannot be reached without culture data: install ICU", "");
    }

    [Fact]
    public async Task The_command_sql_says_which_variable_keeps_it_away()
    {
        Needs.Linux();
        await using var server = new ModelServer();
        await server.Sql().WithEnvironment("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").EndsAsync(3, "unset DOTNET_SYSTEM_GLOBALIZATION_INVARIANT");
    }

    /// <summary>A comma in figures, dotless letters, digits and dates of another script: with ICU all of them would show.</summary>
    [Theory]
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

    private static ProgramRun Program(bool isPublished)
    {
        Needs.SelfContained();
        return isPublished ? TimerProbeProgram.SelfContained : TimerProbeProgram.FrameworkDependent;
    }
}
