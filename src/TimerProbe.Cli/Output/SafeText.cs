using System.Text;
using Spectre.Console.Rendering;

namespace TimerProbe.Cli.Output;

/// <summary>Text that cannot command a terminal: names come from machines nobody here controls.</summary>
internal static class SafeText
{
    private const char Replacement = '\uFFFD';

    /// <summary>The text with control characters, line breaks excepted, and marks that turn the direction of writing replaced by U+FFFD.</summary>
    public static string Of(string text) => Replace(text, character => character != '\n' && IsUnsafe(character));

    /// <summary>As <see cref="Of"/>, and line breaks too: a name in a table or a sentence.</summary>
    public static string OneLine(string text) => Replace(text, IsUnsafe);

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

    private static string Replace(string text, Func<char, bool> isUnsafe) =>
        text.Any(isUnsafe) ? string.Concat(text.Select(character => isUnsafe(character) ? Replacement : character)) : text;

    private static bool IsUnsafe(char character) => char.IsControl(character)
        || character is '\u061C' or '\u200E' or '\u200F' or '\u2028' or '\u2029' or (>= '\u202A' and <= '\u202E') or (>= '\u2066' and <= '\u2069');
}
