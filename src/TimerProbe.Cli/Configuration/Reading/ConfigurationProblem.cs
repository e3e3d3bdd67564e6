using TimerProbe.Cli.Configuration.Json;

namespace TimerProbe.Cli.Configuration.Reading;

/// <summary>Something wrong with a configuration file. No value of the file that may be a secret is in it.</summary>
/// <param name="File">The file, as it was named.</param>
/// <param name="Place">Where in it.</param>
/// <param name="Message">What is wrong and what to do.</param>
internal sealed record ConfigurationProblem(string File, JsonPlace Place, string Message)
{
    /// <summary><c>timerprobe.json:12:5: message</c>, which editors can jump to.</summary>
    public override string ToString() => $"{File}:{Place}: {Message}";
}
