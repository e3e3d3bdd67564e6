namespace TimerProbe.EndToEnd.Scan;

/// <summary>Forty cases of the fuzzer, always the same ones; <c>tests/fuzz</c> tries as many others as there is time for.</summary>
public sealed class HostileInputTests
{
    /// <summary>Many times what it takes where nothing else runs; a case that hangs ends the fuzzer earlier.</summary>
    private static readonly TimeSpan MaxLength = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task Nothing_from_outside_is_a_bug()
    {
        using var folder = new TemporaryFolder();
        var fuzzer = Repository.Path("tests", "lab", "fuzz", "bin", BuildConfiguration, "net10.0", "TimerProbe.Fuzz.dll");

        // The runtime would let what cases leave behind grow with the processor's cache; a case by itself is what is bounded.
        using var process = new ProgramRun("dotnet", [fuzzer, "--cases", "40", "--seed", "20261122", "--keep", folder["kept"]])
            .WithEnvironment("DOTNET_GCgen0size", "0x1000000").Start();
        var output = process.StandardOutput.ReadToEndAsync(Cancel);
        var error = process.StandardError.ReadToEndAsync(Cancel);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(Cancel);
        limit.CancelAfter(MaxLength);
        try
        {
            await process.WaitForExitAsync(limit.Token);
        }
        finally
        {
            process.Kill();
        }

        Assert.True(process.ExitCode == 0, await output + await error);
        Assert.Contains("40 cases in ", await output, StringComparison.Ordinal);
    }

    /// <summary>Release or Debug, as this test was built.</summary>
    private static string BuildConfiguration => new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
}
