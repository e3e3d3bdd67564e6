namespace TimerProbe.EndToEnd.PowerShell;

/// <summary>The module for PowerShell, and the scripts of remedies beside cmdlets of PowerCLI: a row for each test of Pester.</summary>
public sealed partial class ModuleTests(PesterRun run) : IClassFixture<PesterRun>
{
    public static TheoryData<string, string> Tests =>
    [
        .. Directory.EnumerateFiles(PesterRun.Folder, "*.Tests.ps1").Order(StringComparer.Ordinal)
            .SelectMany(file => Test().Matches(File.ReadAllText(file)).Select(match => (Path.GetFileName(file).Split('.')[0], match.Groups["name"].Value))),
    ];

    [Theory]
    [MemberData(nameof(Tests))]
    public async Task In_PowerShell(string file, string test)
    {
        var results = (await run.ResultsAsync()).Where(result => (result.File, result.Name) == (file, test)).ToList();
        Assert.NotEmpty(results);
        var errors = results.Select(result => result.Error).OfType<string>().ToList();
        Assert.True(errors.Count == 0, string.Join("\n", errors));
    }

    [GeneratedRegex(@"(?m)^ *It '(?<name>[^']+)'", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Test();
}
