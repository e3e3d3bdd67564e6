using System.Text;

namespace TimerProbe.VSphere.Soap;

/// <summary>
/// Texts of a server as Unicode has them. Half a surrogate pair, a noncharacter or NUL, which a character reference can spell, is
/// refused by encoders and databases wherever the text goes: it becomes U+FFFD as soon as it is read.
/// </summary>
internal static class WellFormedText
{
    /// <summary>The longest name of an object or page that is sent back to a server.</summary>
    public const int LongestHandle = 512;

    /// <summary>The text itself where it is well formed, which costs one look.</summary>
    public static string Of(string text) => text.AsSpan().ContainsAnyExceptInRange('\u0001', '\uD7FF') ? Replaced(text) : text;

    /// <summary>
    /// Whether a server's name for something can be sent back to it, and printed: no control character, nothing ill formed, not endless.
    /// </summary>
    public static bool IsHandle(string text) =>
        text.Length is > 0 and <= LongestHandle
            && (!text.AsSpan().ContainsAnyExceptInRange(' ', '~') || !text.Any(c => char.IsControl(c) || c == '\uFFFD'));

    private static string Replaced(string text)
    {
        var replaced = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            replaced.Append(IsCharacter(rune.Value) ? rune.ToString() : "\uFFFD");
        }

        return replaced.ToString();
    }

    /// <summary>Every plane ends with two noncharacters, and 32 more stand at U+FDD0.</summary>
    private static bool IsCharacter(int value) => value != 0 && (value & 0xFFFE) != 0xFFFE && value is not (>= 0xFDD0 and <= 0xFDEF);
}
