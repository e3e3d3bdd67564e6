namespace TimerProbe.Server.Tests.Running;

/// <summary>A program that tests/run installs, run to its end, which must be a good one.</summary>
internal static class InstalledProgram
{
    public static async Task<(string Out, string Error)> RunAsync(string program, IEnumerable<string> arguments, string input = "")
    {
        Requirement.Met(File.Exists($"/usr/bin/{program}"), $"{program} is not installed: run tests/run as root");
        using var process = Process.Start(new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var (output, error) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        await process.WaitForExitAsync(CancellationToken.None);
        Assert.True(process.ExitCode == 0, $"{program}: {await output}{await error}");
        return (await output, await error);
    }
}
