using System.Globalization;
using System.Text;

namespace TimerProbe.Fleet.Alerts;

/// <summary>A name in a line of text: it can neither end the line nor turn the direction of writing.</summary>
internal static class PlainLine
{
    private const int MostCharacters = 200;

    /// <summary>The text with whatever commands in place of showing replaced by U+FFFD, and cut.</summary>
    public static string Of(string text)
    {
        var line = new StringBuilder();
        foreach (var rune in text.EnumerateRunes())
        {
            if (line.Length >= MostCharacters)
            {
                return line.Append('…').ToString();
            }

            line.Append(IsSafe(rune) ? rune : Rune.ReplacementChar);
        }

        return line.ToString();
    }

    private static bool IsSafe(Rune rune) => Rune.GetUnicodeCategory(rune)
        is not (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);
}
