using TimerProbe.Cli.Output.Pages;

namespace TimerProbe.Cli.Output;

/// <summary><c>File</c> is null for the console.</summary>
internal sealed record OutputSettings(string Format, string? File, bool NoColor, bool MetricsDetail = false)
{
    public TextStyle Style(Terminal terminal) => File is null ? terminal.Style(NoColor) : TextStyle.ForFile;
}
