using System.Globalization;
using System.Text;
using TimerProbe.Core.Names;

namespace TimerProbe.Reporting.Html.Markup;

/// <summary>
/// Writes text into HTML so that it stays text and shows what it holds: markup characters are encoded, and a character that is not
/// seen or turns others around (<see cref="PlainText.IsHidden"/>) becomes its number, such as <c>⟨U+202E⟩</c>.
/// </summary>
internal static class HtmlText
{
    /// <summary>Writes a text of one line, for an element or an attribute in double quotes.</summary>
    public static void Append(StringBuilder html, string? text)
    {
        foreach (var rune in (text ?? "").EnumerateRunes())
        {
            switch (rune.Value)
            {
                case '"':
                    html.Append("&quot;");
                    break;
                case '>':
                    html.Append("&gt;");
                    break;
                default:
                    Append(html, rune);
                    break;
            }
        }
    }

    /// <summary>Writes lines, for the inside of an element only.</summary>
    public static void AppendCode(StringBuilder html, string lines)
    {
        foreach (var rune in lines.EnumerateRunes())
        {
            if (rune.Value is '\n' or '\t')
            {
                html.Append((char)rune.Value);
            }
            else
            {
                Append(html, rune);
            }
        }
    }

    private static void Append(StringBuilder html, Rune rune)
    {
        switch (rune.Value)
        {
            case '&':
                html.Append("&amp;");
                break;
            case '<':
                html.Append("&lt;");
                break;
            case >= ' ' and <= '~':
                html.Append((char)rune.Value);
                break;
            default:
                AppendOther(html, rune);
                break;
        }
    }

    private static void AppendOther(StringBuilder html, Rune rune)
    {
        if (PlainText.IsHidden(rune))
        {
            html.Append(CultureInfo.InvariantCulture, $"⟨U+{rune.Value:X4}⟩");
        }
        else
        {
            Span<char> characters = stackalloc char[2];
            html.Append(characters[..rune.EncodeToUtf16(characters)]);
        }
    }
}
