using System.Buffers;
using System.Text.RegularExpressions;

namespace TimerProbe.Application;

/// <summary>
/// What a person typed in place of an address, as much of it as may be shown again: many write a user and a password before an @.
/// </summary>
public static partial class SafeForMessage
{
    private static readonly SearchValues<char> Letters = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    public static string From(string text)
    {
        text = Password().Replace(text, "${name}...");
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

    [GeneratedRegex(@"\b(?<name>(password|pwd)\s*=).*", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.Singleline, 60_000)]
    private static partial Regex Password();
}
