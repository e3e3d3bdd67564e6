using System.Text;

namespace TimerProbe.Application.Tests.Configuration;

internal static class Configured
{
    /// <summary>A configuration in which every name stands.</summary>
    public static string Full { get; } = File.ReadAllText(Repository.Path("tests", "TimerProbe.Application.Tests", "Configuration", "full.json"));

    /// <summary>The one that docs/configuration.md and docs/scheduling.md give away.</summary>
    public static string Sample { get; } = File.ReadAllText(Repository.Path("docs", "samples", "scheduling", "timerprobe.json"));

    public static FileConfiguration Accepted(string text)
    {
        var (configuration, problems) = ConfigurationReader.Read("timerprobe.json", Encoding.UTF8.GetBytes(text));
        Assert.Empty(problems);
        return configuration;
    }

    /// <summary>What is wrong, as <c>LINE:COLUMN: message</c>.</summary>
    public static IReadOnlyList<string> Problems(string text) => Problems(Encoding.UTF8.GetBytes(text));

    public static IReadOnlyList<string> Problems(byte[] text) =>
        [.. ConfigurationReader.Read("timerprobe.json", text).Problems.Select(problem => problem["timerprobe.json:".Length..].TrimStart())];
}
