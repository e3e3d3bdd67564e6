using TimerProbe.Cli.Output.Pages;

namespace TimerProbe.Cli.Output;

/// <summary><c>File</c> is null for the console.</summary>
internal sealed record OutputSettings(string Format, string? File, bool NoColor, bool MetricsDetail = false)
{
    public TextStyle Style(Terminal terminal) => File is null ? terminal.Style(NoColor) : TextStyle.ForFile;
}

/// <summary><c>IsSaved</c> is a document that was read, and not just made.</summary>
internal sealed record TextView(TextStyle Style, Detail Detail, bool IsSaved = false)
{
    public string Again(string command) => IsSaved ? "timerprobe report --from FILE" : $"timerprobe {command}";
}

internal enum Detail
{
    Summary,

    /// <summary>Every figure, the commands of each remedy and what to know before they are run.</summary>
    Full,

    /// <summary>That, and all that could not be read.</summary>
    Verbose,
}
