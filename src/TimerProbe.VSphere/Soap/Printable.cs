namespace TimerProbe.VSphere.Soap;

/// <summary>What a server's text may be where it goes.</summary>
internal static class Printable
{
    private const int MaxHandle = 512;

    private const int MaxLength = 300;

    public static string Line(string text)
    {
        var line = new StringBuilder(Math.Min(text.Length, MaxLength));
        foreach (var rune in text.EnumerateRunes())
        {
            var category = Rune.GetUnicodeCategory(rune);
            var isBlank = Rune.IsWhiteSpace(rune) || category is UnicodeCategory.Control or UnicodeCategory.Format;
            if (!isBlank || (line.Length > 0 && line[^1] != ' '))
            {
                line.Append(isBlank ? " " : rune.ToString());
            }

            if (line.Length >= MaxLength)
            {
                return line.Append('…').ToString();
            }
        }

        return line.ToString().TrimEnd();
    }

    public static string Names(IEnumerable<string> names, int total) => Problem.Names(names.Select(Line), total);

    public static string WellFormed(string text) => text.AsSpan().ContainsAnyExceptInRange('\u0001', '\uD7FF') ? Replaced(text) : text;

    public static bool IsHandle(string text) =>
        text.Length is > 0 and <= MaxHandle
            && (!text.AsSpan().ContainsAnyExceptInRange(' ', '~') || !text.Any(c => char.IsControl(c) || c == '\uFFFD'));

    private static string Replaced(string text)
    {
        var replaced = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            replaced.Append(rune.Value == 0 || PlainText.IsNoncharacter(rune.Value) ? "\uFFFD" : rune.ToString());
        }

        return replaced.ToString();
    }
}
