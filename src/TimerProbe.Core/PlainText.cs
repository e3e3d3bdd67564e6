using System.Globalization;
using System.Text;

namespace TimerProbe.Core;

/// <summary>
/// Text for people from machines nobody here controls: it is shown, and does nothing else. What is never let through is the same
/// wherever it is written; what a medium besides takes for its own, such as markup, its writer knows. What programs read, cells
/// of CSV and labels of metrics, keeps its characters, since names are keys there, and is only quoted as the form demands.
/// </summary>
public static class PlainText
{
    private const int ZeroWidthNonJoiner = 0x200C;
    private const int ZeroWidthJoiner = 0x200D;

    public static bool IsHidden(Rune rune) => rune.Value is not (>= ' ' and <= '~' or ZeroWidthNonJoiner or ZeroWidthJoiner)
        && (IsNoncharacter(rune.Value) || Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);

    public static string OneLine(string text) => Replace(text, keepsBreaks: false);

    public static string Lines(string text) => Replace(text, keepsBreaks: true);

    public static string List(IReadOnlyCollection<string> names, int most = 20) => names.Count <= most
        ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(most))} and {names.Count - most} more";

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
