using System.Buffers;

namespace TimerProbe.Cli;

/// <summary>
/// What a person typed in place of an address, as much of it as may be shown again: many write a user and a password before an @.
/// </summary>
internal static class Repeatable
{
    private static readonly SearchValues<char> Letters = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    /// <summary>The text with three dots for whatever precedes its last @, but for a scheme in front.</summary>
    public static string Of(string text)
    {
        if (text.LastIndexOf('@') is var at && at < 0)
        {
            return text;
        }

        // Of letters alone: "me:secret://x@host" begins with no scheme.
        var scheme = text.IndexOf("://", StringComparison.Ordinal) is > 0 and var colon
            && colon < at
            && text.AsSpan(0, colon).IndexOfAnyExcept(Letters) < 0
            ? text[..(colon + 3)]
            : "";
        return $"{scheme}...{text[at..]}";
    }
}
