namespace TimerProbe.EndToEnd.PowerShell;

/// <summary>How a test of Pester ended.</summary>
/// <param name="Error">Why it failed; null where it passed.</param>
internal sealed record PesterResult(string File, string Name, string? Error);

/// <summary>The tests of Pester beside this file, run once in a PowerShell that has the module, a simulated vCenter and a model of a SQL Server.</summary>
public sealed class PesterRun
{
    private static readonly JsonSerializerOptions Names = new() { PropertyNameCaseInsensitive = true };

    private readonly Lazy<Task<IReadOnlyList<PesterResult>>> _results = new(() => Task.Run(RunAsync));

    public static string Folder { get; } = Repository.Path("tests", "TimerProbe.EndToEnd", "PowerShell");

    private static string Packages { get; } =
        typeof(PesterRun).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "Packages").Value!;

    private static string Shell { get; } = Path.Combine(Packages, "powershell", "7.6.9", "tools", "net10.0", "any", "unix", "pwsh.dll");

    private static string Program { get; } = TimerProbeProgram.Fastest == TimerProbeProgram.SelfContained
        ? TimerProbeProgram.SelfContained.FileName : Path.ChangeExtension(TimerProbeProgram.FrameworkDependent.Arguments[0], null);

    internal static ProgramRun PowerShell(params IEnumerable<string> arguments)
    {
        Needs.Linux();
        Requirement.Met(File.Exists(Shell), "PowerShell is not restored: run tests/run");
        return new ProgramRun("dotnet", [Shell, "-NoProfile", "-NonInteractive", .. arguments]).WithEnvironment("POWERSHELL_TELEMETRY_OPTOUT", "1").WithEnvironment("DOTNET_TieredPGO", "0");
    }

    internal Task<IReadOnlyList<PesterResult>> ResultsAsync()
    {
        Needs.SimulatedVCenter();
        return _results.Value;
    }

    private static async Task<IReadOnlyList<PesterResult>> RunAsync()
    {
        using var folder = new TemporaryFolder();
        var written = folder["results.json"];
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using var sql = new ModelServer();
        var run = PowerShell("-File", Path.Combine(Folder, "run.ps1"), written)
            .WithEnvironment("TMPDIR", folder.Path)
            .WithEnvironment("TIMERPROBE", Program)
            .WithEnvironment("TEST_PESTER", Path.Combine(Packages, "pester", "6.2.0", "tools", "Pester.psd1"))
            .WithEnvironment("TEST_ROOT", Repository.Root)
            .WithEnvironment("TEST_VCENTER", vcenter.Server)
            .WithEnvironment("TEST_VCENTER_USER", vcenter.User)
            .WithEnvironment("TEST_VCENTER_PASSWORD", vcenter.Password)
            .WithEnvironment("TEST_VCENTER_CA", vcenter.CaFile)
            .WithEnvironment("TEST_SQL", sql.Address).WithEnvironment("TEST_SQL_PASSWORD", ModelServer.Password);
        var result = await run.RunAsync();
        Assert.True(File.Exists(written), $"Pester did not run: {result}");
        await using var results = File.OpenRead(written);
        return (await JsonSerializer.DeserializeAsync<List<PesterResult>>(results, Names))!;
    }
}
