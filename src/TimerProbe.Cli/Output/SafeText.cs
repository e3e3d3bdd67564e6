using System.Text;
using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output;

/// <summary>Text that cannot command a terminal: names come from machines nobody here controls.</summary>
internal static class SafeText
{
    /// <summary>
    /// The text with U+FFFD for each character that is not shown: control characters, line breaks excepted; marks that turn the direction of
    /// writing; halves of surrogate pairs, and the noncharacters of Unicode, such as U+FFFF, of which no table of widths knows anything.
    /// </summary>
    public static string Of(string text) => Replace(text, keepsBreaks: true);

    /// <summary>As <see cref="Of"/>, and line breaks too: a name in a table or a sentence.</summary>
    public static string OneLine(string text) => Replace(text, keepsBreaks: false);

    /// <summary>How many columns a terminal needs for a line of such text: some characters take two, some none.</summary>
    public static int Columns(string line) => line.Length == 0 ? 0 : new Segment(line).CellCount();

    /// <summary>The line cut to so many columns, with an ellipsis where something is missing.</summary>
    public static string Fit(string line, int columns, TextStyle style)
    {
        if (Columns(line) <= columns)
        {
            return line;
        }

        var cut = new StringBuilder();
        foreach (var rune in line.EnumerateRunes())
        {
            if (Columns(cut.ToString() + rune) > columns - Columns(style.Ellipsis))
            {
                break;
            }

            cut.Append(rune);
        }

        return cut.ToString().TrimEnd() + style.Ellipsis;
    }

    private static string Replace(string text, bool keepsBreaks)
    {
        if (text.All(character => char.IsAscii(character) && !char.IsControl(character)))
        {
            return text;
        }

        var safe = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            safe.Append((IsUnsafe(rune) && !(keepsBreaks && rune.Value == '\n') ? Rune.ReplacementChar : rune).ToString());
        }

        return safe.ToString();
    }

    private static bool IsUnsafe(Rune rune) => Rune.IsControl(rune) || IsNoncharacter(rune.Value)
        || rune.Value is 0x061C or 0x200E or 0x200F or 0x2028 or 0x2029 or (>= 0x202A and <= 0x202E) or (>= 0x2066 and <= 0x2069);

    /// <summary>The Unicode Standard, 23.7: U+FDD0 to U+FDEF, and the last two of each plane.</summary>
    private static bool IsNoncharacter(int value) => value is >= 0xFDD0 and <= 0xFDEF || (value & 0xFFFE) == 0xFFFE;
}
