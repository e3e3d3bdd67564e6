namespace TimerProbe.EndToEnd.Check;

/// <summary>ICU is for SQL Server only: everything else runs where it is not installed.</summary>
public sealed class CultureDataTests
{
    private const string Hide =
        "for file in $(ldconfig -p | sed -n 's/.*libicu.* => //p' | xargs -r readlink -f | sort -u); do mount --bind /dev/null \"$file\"; done; exec \"$@\"";

    public static IEnumerable<TheoryDataRow<bool>> Forms { get; } = [new(true), new TheoryDataRow<bool>(false).WithTrait("Run", "all")];

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task Only_sql_loads_it_and_a_check_needs_none(bool isPublished)
    {
        var program = Program(isPublished);
        Assert.False(await LoadsIcuAsync(program.With("check")));
        Assert.False(await LoadsIcuAsync(program.With("rules")));
        Assert.True(await LoadsIcuAsync(program.With("sql", "--help")));
        Assert.Equal(0, (await WithoutIcu(program.With("check")).RunAsync()).ExitCode);
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public async Task The_command_sql_says_what_to_install(bool isPublished)
    {
        await using var server = new ModelServer();

        await WithoutIcu(server.By(Program(isPublished))).EndsAsync(3, "cannot be reached without culture data: install ICU", "");
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

    [Fact]
    public async Task What_other_commands_write_is_the_same_in_every_culture_even_where_the_environment_asks_for_culture_data()
    {
        Needs.SelfContained();
        var run = TimerProbeProgram.SelfContained.With("report", "--from", Repository.Path("docs", "samples", "scan.json"));
        var turkish = run.WithEnvironment("LC_ALL", "tr_TR.UTF-8").WithEnvironment("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "0");
        Assert.Equal((await run.SucceedsAsync()).Out, (await turkish.SucceedsAsync()).Out);
    }

    /// <summary>The same program in a mount namespace where each file of ICU is empty.</summary>
    private static ProgramRun WithoutIcu(ProgramRun program)
    {
        Needs.Root("hiding files from one process");
        return program.Under("unshare", "--mount", "sh", "-c", Hide, "sh");
    }

    /// <summary>Whether the dynamic linker opened ICU for the program.</summary>
    private static async Task<bool> LoadsIcuAsync(ProgramRun program)
    {
        using var folder = new TemporaryFolder();
        await program.WithEnvironment("LD_DEBUG", "files").WithEnvironment("LD_DEBUG_OUTPUT", folder["linker"]).RunAsync();
        var logs = await Task.WhenAll(Directory.GetFiles(folder.Path).Select(file => File.ReadAllTextAsync(file, Cancel)));
        Assert.Contains(logs, log => log.Contains("libc.so", StringComparison.Ordinal));
        return logs.Any(log => log.Contains("libicu", StringComparison.Ordinal));
    }

    private static ProgramRun Program(bool isPublished)
    {
        Needs.SelfContained();
        return isPublished ? TimerProbeProgram.SelfContained : TimerProbeProgram.FrameworkDependent;
    }
}
