namespace TimerProbe.EndToEnd.Docs;

/// <summary>docs/scheduling.md and the files it gives away.</summary>
internal static partial class SchedulingSamples
{
    public static string Folder { get; } = Repository.Path("docs", "samples", "scheduling");

    public static string Text(string file) => File.ReadAllText(Path.Combine(Folder, file)).ReplaceLineEndings("\n");

    /// <summary>The schedule, the user and the command of the crontab's one line.</summary>
    public static (string Schedule, string User, string Command) CronLine()
    {
        var line = Text("timerprobe.cron").Split('\n').Single(line => line.Length > 0 && (char.IsAsciiDigit(line[0]) || line[0] == '*'));
        var match = Line().Match(line);
        return (match.Groups["schedule"].Value, match.Groups["user"].Value, match.Groups["command"].Value);
    }

    /// <summary>The environment that the crontab sets.</summary>
    public static IReadOnlyDictionary<string, string> CronEnvironment() => Assignment().Matches(Text("timerprobe.cron"))
        .ToDictionary(match => match.Groups["name"].Value, match => match.Groups["value"].Value);

    [GeneratedRegex(@"^(?<schedule>(\S+ ){4}\S+) (?<user>\S+) (?<command>.+)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Line();

    [GeneratedRegex(@"^(?<name>[A-Z]+)=(?<value>.*)$", RegexOptions.ExplicitCapture | RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Assignment();
}
