using System.Globalization;
using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>What a server's text may be where it goes.</summary>
internal static class Printable
{
    /// <summary>The longest name of an object or page that is sent back to a server.</summary>
    private const int LongestHandle = 512;

    private const int Longest = 300;

    /// <summary>A text for a sentence: one line, no control or direction characters, not endless.</summary>
    public static string Line(string text)
    {
        var line = new StringBuilder(Math.Min(text.Length, Longest));
        foreach (var rune in text.EnumerateRunes())
        {
            var category = Rune.GetUnicodeCategory(rune);
            var isBlank = Rune.IsWhiteSpace(rune) || category is UnicodeCategory.Control or UnicodeCategory.Format;
            if (!isBlank || (line.Length > 0 && line[^1] != ' '))
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

    /// <summary>The first names and how many more there are.</summary>
    public static NamesShown Names(ArgumentKind kind, IEnumerable<string> names, int total) => new(kind, names.Select(Line), total);

    /// <summary>
    /// The text as Unicode has it. Half a surrogate pair, a noncharacter or NUL, which a character reference can spell, is refused by
    /// encoders and databases wherever the text goes: it becomes U+FFFD as soon as it is read.
    /// </summary>
    public static string WellFormed(string text) => text.AsSpan().ContainsAnyExceptInRange('\u0001', '\uD7FF') ? Replaced(text) : text;

    /// <summary>Whether a server's name for something can be sent back and printed: well formed, short, no control characters.</summary>
    public static bool IsHandle(string text) =>
        text.Length is > 0 and <= LongestHandle
            && (!text.AsSpan().ContainsAnyExceptInRange(' ', '~') || !text.Any(c => char.IsControl(c) || c == '\uFFFD'));

    private static string Replaced(string text)
    {
        var replaced = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            replaced.Append(IsCharacter(rune.Value) ? rune.ToString() : "\uFFFD");
        }

        return replaced.ToString();
    }

    /// <summary>Every plane ends with two noncharacters, and 32 more are at U+FDD0.</summary>
    private static bool IsCharacter(int value) => value != 0 && (value & 0xFFFE) != 0xFFFE && value is not (>= 0xFDD0 and <= 0xFDEF);
}
