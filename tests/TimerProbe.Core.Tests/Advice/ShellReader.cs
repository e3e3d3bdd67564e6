namespace TimerProbe.Core.Tests.Advice;

/// <summary>Reads quotes as a shell does, to see what of a text lies outside of them.</summary>
internal static class ShellReader
{
    /// <summary>The text with <c>Q</c> for each word of quoted pieces; a missing end shows as the word <c>OPEN</c>.</summary>
    /// <param name="quotes">The characters that begin and end a quoted piece.</param>
    /// <param name="doubled">Whether a quote is written inside by doubling it (PowerShell) or outside by a backslash (POSIX).</param>
    public static string WithoutQuoted(string text, string quotes, bool doubled)
    {
        var outside = new StringBuilder();
        for (var index = 0; index < text.Length; index++)
        {
            if (!doubled && text[index] == '\\' && index + 1 < text.Length && text[index + 1] == '\'')
            {
                index++;
                continue;
            }

            if (!quotes.Contains(text[index], StringComparison.Ordinal))
            {
                outside.Append(text[index]);
                continue;
            }

            index = EndOfQuoted(text, index + 1, quotes, doubled);
            outside.Append(index == text.Length ? "OPEN" : outside.Length > 0 && outside[^1] == 'Q' ? "" : "Q");
        }

        return outside.Replace(" -- Q", " Q").ToString();
    }

    private static int EndOfQuoted(string text, int index, string quotes, bool doubled)
    {
        while (index < text.Length)
        {
            var isQuote = quotes.Contains(text[index], StringComparison.Ordinal);
            if (isQuote && doubled && index + 1 < text.Length && quotes.Contains(text[index + 1], StringComparison.Ordinal))
            {
                index += 2;
                continue;
            }

            if (isQuote)
            {
                return index;
            }

            index++;
        }

        return index;
    }
}
