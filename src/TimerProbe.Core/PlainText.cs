using System.Globalization;
using System.Text;

namespace TimerProbe.Core;

/// <summary>
/// Text for people from machines nobody here controls: it is shown, and does nothing else. What is never let through is the same
/// wherever it is written; what a medium besides takes for its own, such as markup, its writer knows. What programs read, cells of CSV
/// and labels of metrics, keeps its characters, since names are keys there, and is only quoted as the form demands.
/// </summary>
public static class PlainText
{
    private const int ZeroWidthNonJoiner = 0x200C;
    private const int ZeroWidthJoiner = 0x200D;

    /// <summary>
    /// Whether a character acts where it is shown, or hides: controls, what turns the direction of writing and other format characters,
    /// separators of lines and paragraphs, and noncharacters. The joiners are none: emoji and Persian are written with them.
    /// </summary>
    public static bool IsHidden(Rune rune) => rune.Value is not (>= ' ' and <= '~' or ZeroWidthNonJoiner or ZeroWidthJoiner)
        && (IsNoncharacter(rune.Value) || Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);

    /// <summary>In one line, for a sentence or table, with U+FFFD for each hidden character and each half of a surrogate pair.</summary>
    public static string OneLine(string text) => Replace(text, keepsBreaks: false);

    /// <summary>As <see cref="OneLine"/>, but with its line feeds.</summary>
    public static string Lines(string text) => Replace(text, keepsBreaks: true);

    private static string Replace(string text, bool keepsBreaks)
    {
        if (text.AsSpan().IndexOfAnyExceptInRange(' ', '~') < 0)
        {
            return text;
        }

        var plain = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            plain.Append(IsHidden(rune) && !(keepsBreaks && rune.Value == '\n') ? Rune.ReplacementChar : rune);
        }

        return plain.ToString();
    }

    /// <summary>The Unicode Standard, 23.7: U+FDD0 to U+FDEF, and the last two of each plane.</summary>
    private static bool IsNoncharacter(int value) => value is >= 0xFDD0 and <= 0xFDEF || (value & 0xFFFE) == 0xFFFE;
}
