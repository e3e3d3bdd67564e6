namespace TimerProbe.Server.Tests.Running;

/// <summary>A program that tests/run installs, run to its end, which must be a good one.</summary>
internal static class InstalledProgram
{
    public static async Task<(string Out, string Error)> RunAsync(string program, IEnumerable<string> arguments, string input = "")
    {
        Requirement.Met(File.Exists($"/usr/bin/{program}"), $"{program} is not installed: run tests/run as root");
        var (exitCode, output, error) = await ProcessRun.RunAsync(new ProcessStartInfo(program, arguments), input);
        Assert.True(exitCode == 0, $"{program}: {output}{error}");
        return (output, error);
    }
}
