using TimerProbe.Core.Names;

namespace TimerProbe.Fleet.Alerts;

/// <summary>A name in a line of a mail or a log: it cannot end the line or turn the direction of writing, and is cut.</summary>
internal static class SafeLine
{
    private const int MostCharacters = 200;

    public static string Of(string text)
    {
        var line = PlainText.OneLine(text);
        var end = MostCharacters - (line.Length > MostCharacters && char.IsHighSurrogate(line[MostCharacters - 1]) ? 1 : 0);
        return line.Length <= MostCharacters ? line : line[..end] + "…";
    }
}
