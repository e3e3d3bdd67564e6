namespace TimerProbe.EndToEnd.Check;

/// <summary>The .NET tool, packed of what is built, installed and run as its users do.</summary>
[Trait("Run", "all")]
public sealed class ToolPackageTests
{
    [Fact]
    public async Task The_packed_tool_installs_and_runs()
    {
        var folder = Directory.CreateTempSubdirectory("timerprobe-").FullName;
        try
        {
            var packages = Path.Combine(folder, "packages");
            var tools = Path.Combine(folder, "tools");
            await DotnetAsync(folder, "pack", Repository.Path("src", "TimerProbe.Cli"), "--no-build", "-c", "Release", "-o", packages);
            await DotnetAsync(folder, "tool", "install", "TimerProbe", "--tool-path", tools, "--add-source", packages);
            var result = await new ProgramRun(Path.Combine(tools, "timerprobe"), ["rules"]).SucceedsAsync();
            Assert.Contains("TP101", result.Out, StringComparison.Ordinal);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>In a folder of its own: the SDK looks for projects and settings where it runs, and above.</summary>
    private static async Task DotnetAsync(string folder, params string[] arguments)
    {
        await new ProgramRun("dotnet", arguments) { WorkingDirectory = folder }.SucceedsAsync();
    }
}
