using System.Text;

namespace TimerProbe.Guest.Services;

/// <summary>A text as the event log takes it.</summary>
internal static class EventText
{
    // ReportEventW takes 31,839 characters.
    private const int MostCharacters = 30_000;

    /// <summary>
    /// The text with the system's line ends, and a blank behind each % that viewers would take for a place to fill: they do so in what they filled in as well,
    /// and know no way to write the sign itself ([MS-EVEN] 3.2.4.1.5).
    /// </summary>
    public static string Of(string text)
    {
        text = text.ReplaceLineEndings("\r\n");
        var safe = new StringBuilder();
        for (var i = 0; i < text.Length && safe.Length < MostCharacters; i++)
        {
            safe.Append(text[i] == '\0' ? '\uFFFD' : text[i]);
            if (text[i] == '%' && i + 1 < text.Length && (char.IsAsciiDigit(text[i + 1]) || text[i + 1] is '%' or '{' or '!'))
            {
                safe.Append(' ');
            }
        }

        return safe.ToString();
    }
}
