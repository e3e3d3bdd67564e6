using TimerProbe.Cli.Output.Pages;

namespace TimerProbe.Cli.Output;

/// <summary>In which form a document leaves the program, and where to.</summary>
/// <param name="Format">The name of the format.</param>
/// <param name="File">The file to write; null for the console.</param>
/// <param name="NoColor">Whether colours are unwanted.</param>
/// <param name="MetricsDetail">Whether metrics have details.</param>
internal sealed record OutputSettings(string Format, string? File, bool NoColor, bool MetricsDetail = false)
{
    public TextStyle Style(Terminal terminal) => File is null ? terminal.Style(NoColor) : TextStyle.ForFile;
}
