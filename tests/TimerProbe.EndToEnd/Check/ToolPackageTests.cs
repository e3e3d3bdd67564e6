namespace TimerProbe.EndToEnd.Check;

/// <summary>The .NET tool, packed of what is built, installed and run as its users do.</summary>
[Trait("Run", "all")]
public sealed class ToolPackageTests
{
    [Fact]
    public async Task The_packed_tool_installs_and_runs()
    {
        using var folder = new TemporaryFolder();
        await DotnetAsync(folder.Path, "pack", Repository.Path("src", "TimerProbe.Cli"), "--no-build", "-c", "Release", "-o", folder["packages"]);
        await DotnetAsync(folder.Path, "tool", "install", "TimerProbe", "--tool-path", folder["tools"], "--add-source", folder["packages"]);
        var result = await new ProgramRun(folder["tools/timerprobe"], ["rules"]).SucceedsAsync();
        Assert.Contains("TP101", result.Out, StringComparison.Ordinal);
    }

    /// <summary>In a folder of its own: the SDK looks for projects and settings where it runs, and above.</summary>
    private static Task<ProgramResult> DotnetAsync(string folder, params string[] arguments) => new ProgramRun("dotnet", arguments) { WorkingDirectory = folder }.SucceedsAsync();
}
