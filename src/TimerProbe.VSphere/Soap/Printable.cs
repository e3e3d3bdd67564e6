using System.Globalization;
using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>Makes a server's text fit for a sentence: one line, no control or direction characters, not endless.</summary>
internal static class Printable
{
    private const int Longest = 300;

    public static string Line(string text)
    {
        var line = new StringBuilder(Math.Min(text.Length, Longest));
        foreach (var rune in text.EnumerateRunes())
        {
            var category = Rune.GetUnicodeCategory(rune);
            var isBlank = Rune.IsWhiteSpace(rune) || category is UnicodeCategory.Control or UnicodeCategory.Format;
            if (isBlank ? line.Length > 0 && line[^1] != ' ' : true)
            {
                line.Append(isBlank ? " " : rune.ToString());
            }

            if (line.Length >= Longest)
            {
                return line.Append('…').ToString();
            }
        }

        return line.ToString().TrimEnd();
    }
}
