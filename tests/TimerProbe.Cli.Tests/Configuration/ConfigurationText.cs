using System.Text;
using TimerProbe.Cli.Configuration.Reading;
using TimerProbe.Cli.Configuration.Settings;

namespace TimerProbe.Cli.Tests.Configuration;

/// <summary>Reads configurations that stand in a test.</summary>
internal static class ConfigurationText
{
    /// <summary>A configuration in which every name stands.</summary>
    public static string Full { get; } = File.ReadAllText(Repository.Path("tests", "TimerProbe.Cli.Tests", "Configuration", "full.json"));

    /// <summary>The one that docs/configuration.md and docs/scheduling.md give away.</summary>
    public static string Sample { get; } = File.ReadAllText(Repository.Path("docs", "samples", "scheduling", "timerprobe.json"));

    public static FileConfiguration Accepted(string text)
    {
        var reader = Reader();
        var configuration = reader.Read(Encoding.UTF8.GetBytes(text));
        Assert.Empty(reader.Problems);
        return configuration;
    }

    /// <summary>What is wrong, as <c>LINE:COLUMN: message</c>.</summary>
    public static IReadOnlyList<string> Problems(string text) => Problems(Encoding.UTF8.GetBytes(text));

    public static IReadOnlyList<string> Problems(byte[] text)
    {
        var reader = Reader();
        _ = reader.Read(text);
        return [.. reader.Problems.Select(problem => problem.ToString()["timerprobe.json:".Length..])];
    }

    public static ConfigurationReader Reader() => new("timerprobe.json");
}
