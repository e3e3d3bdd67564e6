using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Scan;

/// <summary>Three hundred cases of the fuzzer, always the same ones; <c>tests/fuzz</c> tries as many others as there is time for.</summary>
public sealed class HostileInputTests
{
    [Fact]
    public async Task Nothing_from_outside_is_a_bug()
    {
        using var folder = new TemporaryFolder();
        var fuzzer = Repository.Path("tests", "lab", "fuzz", "bin", BuildConfiguration, "net10.0", "TimerProbe.Fuzz.dll");
        var result = await new ProgramRun("dotnet", [fuzzer, "--cases", "300", "--seed", "20261122", "--keep", folder["kept"]]).RunAsync();
        Assert.True(result.ExitCode == 0, result.Out + result.Error);
        Assert.Contains("300 cases in ", result.Out, StringComparison.Ordinal);
    }

    /// <summary>Release or Debug, as this test was built.</summary>
    private static string BuildConfiguration => new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
}
