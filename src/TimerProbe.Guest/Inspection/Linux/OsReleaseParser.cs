using System.Text;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Understands os-release(5): shell-like assignments, quoted or not.</summary>
internal static class OsReleaseParser
{
    /// <summary>The name people know the distribution by; null when the text has none.</summary>
    public static string? Name(string? text) => Value(text, "PRETTY_NAME") ?? Value(text, "NAME");

    private static string? Value(string? text, string key)
    {
        var assignment = (text ?? "").Split('\n')
            .Select(line => line.Trim())
            .LastOrDefault(line => line.StartsWith(key + "=", StringComparison.Ordinal));
        var value = assignment is null ? "" : Unquote(assignment[(key.Length + 1)..]).Trim();
        return value.Length == 0 ? null : value;
    }

    private static string Unquote(string quoted)
    {
        var text = new StringBuilder();
        var quote = '\0';
        for (var i = 0; i < quoted.Length; i++)
        {
            var letter = quoted[i];
            if (letter == '\\' && quote != '\'' && i + 1 < quoted.Length)
            {
                text.Append(quoted[++i]);
            }
            else if (letter == quote)
            {
                quote = '\0';
            }
            else if (quote == '\0' && letter is '"' or '\'')
            {
                quote = letter;
            }
            else
            {
                text.Append(letter);
            }
        }

        return text.ToString();
    }
}
