using System.Text;

namespace TimerProbe.Cli.Output;

/// <summary>Text that cannot command a terminal: names come from machines nobody here controls.</summary>
internal static class SafeText
{
    /// <summary>The text with control characters, line breaks excepted, replaced by U+FFFD.</summary>
    public static string Of(string text)
    {
        if (!text.Any(IsUnsafe))
        {
            return text;
        }

        var safe = new StringBuilder(text);
        for (var i = 0; i < safe.Length; i++)
        {
            safe[i] = IsUnsafe(safe[i]) ? '\uFFFD' : safe[i];
        }

        return safe.ToString();
    }

    private static bool IsUnsafe(char character) => char.IsControl(character) && character != '\n';
}
