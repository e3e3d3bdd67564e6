namespace TimerProbe.Core;

/// <summary>
/// Text for people from machines nobody here controls: it is shown, and does nothing else. What is never let through is the same
/// wherever it is written; what a medium besides takes for its own, such as markup, its writer knows. What programs read, cells
/// of CSV and labels of metrics, keeps its characters, since names are keys there, and is only quoted as the form demands.
/// </summary>
public static partial class PlainText
{
    private const int MaxShort = 200;
    private const int ZeroWidthNonJoiner = 0x200C;
    private const int ZeroWidthJoiner = 0x200D;

    private static readonly SearchValues<char> Letters = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

    public static bool IsHidden(Rune rune) => rune.Value is not (>= ' ' and <= '~' or ZeroWidthNonJoiner or ZeroWidthJoiner)
        && (IsNoncharacter(rune.Value) || Rune.GetUnicodeCategory(rune) is UnicodeCategory.Control or UnicodeCategory.Format
            or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);

    public static string OneLine(string text) => Replace(text, keepsBreaks: false);

    /// <summary>A name in a line of a mail or a log: it cannot end the line or turn the direction of writing, and is cut.</summary>
    public static string ShortLine(string text)
    {
        var line = OneLine(text);
        var end = MaxShort - (line.Length > MaxShort && char.IsHighSurrogate(line[MaxShort - 1]) ? 1 : 0);
        return line.Length <= MaxShort ? line : line[..end] + "…";
    }

    public static string Lines(string text) => Replace(text, keepsBreaks: true);

    public static string List(IReadOnlyCollection<string> names, int max = 20) => names.Count <= max
        ? string.Join(", ", names)
        : $"{string.Join(", ", names.Take(max))} and {names.Count - max} more";

    /// <summary>A span of time by its size, whatever its sign: 250 ms, 64 s, 2.5 minutes, 36 hours, 40 days.</summary>
    public static string Span(TimeSpan time) => time.Duration() switch
    {
        { TotalSeconds: < 1 } size => $"{size.TotalMilliseconds:0} ms",
        { TotalMinutes: < 2 } size => $"{size.TotalSeconds:0.#} s",
        { TotalHours: < 2 } size => $"{size.TotalMinutes:0.#} minutes",
        { TotalDays: < 2 } size => $"{size.TotalHours:0.#} hours",
        var size => $"{size.TotalDays:#,0.#} days",
    };

    /// <summary>As much of what was typed as an address as may be shown: many write a user and a password before an @.</summary>
    public static string WithoutPassword(string text)
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

    private static string Replace(string text, bool keepsBreaks)
    {
        if (text.AsSpan().IndexOfAnyExceptInRange(' ', '~') < 0)
        {
            return text;
        }

        var plain = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            plain.Append(IsHidden(rune) && !(keepsBreaks && rune.Value == '\n') ? Rune.ReplacementChar : rune);
        }

        return plain.ToString();
    }

    /// <summary>The Unicode Standard, 23.7: U+FDD0 to U+FDEF, and the last two of each plane.</summary>
    public static bool IsNoncharacter(int value) => value is >= 0xFDD0 and <= 0xFDEF || (value & 0xFFFE) == 0xFFFE;
}
