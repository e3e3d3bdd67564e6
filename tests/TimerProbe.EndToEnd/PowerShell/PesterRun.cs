using System.Collections.Concurrent;
using System.Reflection;
using System.Text.Json;

namespace TimerProbe.EndToEnd.PowerShell;

/// <summary>How a test of Pester ended.</summary>
/// <param name="Name">What it says, with no values of its rows.</param>
/// <param name="Error">Why it failed; null where it passed.</param>
internal sealed record PesterResult(string Name, string? Error);

/// <summary>
/// The tests of Pester beside this file, each file once in a PowerShell of its own that has the module, a simulated vCenter and a model of a SQL Server.
/// </summary>
public sealed class PesterRun : IDisposable
{
    private static readonly JsonSerializerOptions Names = new() { PropertyNameCaseInsensitive = true };

    private readonly TemporaryFolder _folder = new();
    private readonly ConcurrentDictionary<string, Task<IReadOnlyList<PesterResult>>> _results = new(StringComparer.Ordinal);

    public static string Folder { get; } = Repository.Path("tests", "TimerProbe.EndToEnd", "PowerShell");

    private static string Packages { get; } =
        typeof(PesterRun).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(attribute => attribute.Key == "Packages").Value!;

    private static string Shell { get; } = Path.Combine(Packages, "powershell", "7.6.9", "tools", "net10.0", "any", "unix", "pwsh.dll");

    private static string Program { get; } = TimerProbeProgram.Fastest == TimerProbeProgram.SelfContained
        ? TimerProbeProgram.SelfContained.FileName
        : Path.ChangeExtension(TimerProbeProgram.FrameworkDependent.Arguments[0], null);

    public void Dispose() => _folder.Dispose();

    /// <summary>A PowerShell 7.</summary>
    internal static ProgramRun PowerShell(params IEnumerable<string> arguments)
    {
        Needs.Linux();
        Requirement.Met(File.Exists(Shell), "PowerShell is not restored: run tests/run");
        return new ProgramRun("dotnet", [Shell, "-NoProfile", "-NonInteractive", .. arguments]).WithEnvironment("POWERSHELL_TELEMETRY_OPTOUT", "1");
    }

    /// <summary>The results of a file, <c>NAME.Tests.ps1</c>; they are had once.</summary>
    internal Task<IReadOnlyList<PesterResult>> ResultsAsync(string name)
    {
        Needs.SimulatedVCenter();
        return _results.GetOrAdd(name, _ => Task.Run(() => RunAsync(name)));
    }

    private async Task<IReadOnlyList<PesterResult>> RunAsync(string name)
    {
        var written = _folder[$"{name}.json"];
        using var vcenter = await SimulatedVCenter.StartAsync();
        await using var sql = new ModelServer();
        var run = PowerShell("-File", Path.Combine(Folder, "run.ps1"), name, written)
            .WithEnvironment("TIMERPROBE", Program)
            .WithEnvironment("TEST_PESTER", Path.Combine(Packages, "pester", "6.2.0", "tools", "Pester.psd1"))
            .WithEnvironment("TEST_ROOT", Repository.Root)
            .WithEnvironment("TEST_VCENTER", vcenter.Server)
            .WithEnvironment("TEST_VCENTER_USER", vcenter.User)
            .WithEnvironment("TEST_VCENTER_PASSWORD", vcenter.Password)
            .WithEnvironment("TEST_VCENTER_CA", vcenter.CaFile)
            .WithEnvironment("TEST_SQL", sql.Address)
            .WithEnvironment("TEST_SQL_PASSWORD", ModelServer.Password);
        var result = await run.RunAsync();
        Assert.True(File.Exists(written), $"Pester did not run: {result}");
        await using var results = File.OpenRead(written);
        return (await JsonSerializer.DeserializeAsync<List<PesterResult>>(results, Names))!;
    }
}
