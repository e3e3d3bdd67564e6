namespace TimerProbe.Reporting.Markdown;

/// <summary>
/// Text for GitHub-flavoured Markdown in which nothing acts as markup, a link, a tag or a mention. Backslashes do not stop a
/// mention or a bare address from becoming a link, code does: so names are always written as code. Only what would act is
/// escaped, since tickets are read as plain text too.
/// </summary>
internal static partial class MarkdownText
{
    public static string Code(string name)
    {
        var text = PlainText.OneLine(name);
        if (string.IsNullOrWhiteSpace(text))
        {
            return "(no name)";
        }

        var fence = new string('`', MaxRun(text) + 1);
        var space = text[0] is '`' or ' ' || text[^1] is '`' or ' ' ? " " : "";
        return $"{fence}{space}{text}{space}{fence}";
    }

    public static string Cell(string markdown) =>
        BarBehindBackslash().Replace(markdown, "\uFFFD").Replace("|", @"\|", StringComparison.Ordinal);

    public static string NameCell(string? name) => name is null ? "" : Cell(Code(name));

    /// <summary>One line: text in backticks and what could be a mention, reference or link is code; other markup is escaped.</summary>
    public static string Sentence(string text)
    {
        var parts = PlainText.OneLine(text).Split('`');
        var written = new StringBuilder();
        for (var index = 0; index < parts.Length; index++)
        {
            var isCode = index % 2 == 1 && index < parts.Length - 1 && !string.IsNullOrWhiteSpace(parts[index]);
            var quoted = index % 2 == 1 && !isCode;
            written.Append(isCode ? Code(parts[index])
                : !quoted ? Words(parts[index])
                : index < parts.Length - 1 ? $@"\`{parts[index]}\`"
                : @"\`" + Words(parts[index]));
        }

        return Beginning().Replace(written.ToString(), @"\");
    }

    /// <summary>A block of code whose fence nothing in it can close.</summary>
    /// <param name="language">The language, as highlighters know it; empty for none.</param>
    public static string Block(string text, string language)
    {
        var fence = new string('`', Math.Max(3, MaxRun(text) + 1));
        var lines = text.Split('\n').Select(PlainText.OneLine);
        return $"{fence}{language}\n{string.Join('\n', lines)}\n{fence}";
    }

    private static string Words(string text) => string.Join(' ', text.Split(' ').Select(Word));

    private static string Word(string word) => Active().IsMatch(word) ? Code(word) : Escape(word);

    private static string Escape(string word)
    {
        var escaped = new StringBuilder();
        foreach (var (index, character) in word.Index())
        {
            escaped.Append(Acts(word, index) ? @"\" : "").Append(character);
        }

        return escaped.ToString();
    }

    /// <summary>Whether a character is markup where it stands. What is before or after a word may be code, which takes no spaces.</summary>
    private static bool Acts(string word, int index)
    {
        var before = index == 0 ? ' ' : word[index - 1];
        var after = index == word.Length - 1 ? ' ' : word[index + 1];
        return word[index] switch
        {
            '`' or '*' or '~' or '$' or '[' => true,
            '\\' => !char.IsAsciiLetterOrDigit(after),
            '_' => !char.IsLetterOrDigit(before) || !char.IsLetterOrDigit(after),
            '<' => char.IsAsciiLetter(after) || after is '/' or '!' or '?',
            '&' => word.IndexOf(';', index) > 0,
            ':' => index == 0 && word.Length > 1,
            _ => false,
        };
    }

    private static int MaxRun(string text)
    {
        var (maxRun, run) = (0, 0);
        foreach (var character in text)
        {
            run = character == '`' ? run + 1 : 0;
            maxRun = Math.Max(maxRun, run);
        }

        return maxRun;
    }

    [GeneratedRegex("@|#[0-9]|GH-[0-9]|://|www\\.|mailto:|xmpp:", RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Active();

    [GeneratedRegex(@"(?<=\\)\|", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex BarBehindBackslash();

    /// <summary>Where a line would begin a list, a heading, a quotation or the rule below a heading.</summary>
    [GeneratedRegex(@"\A(?=[-+#]+(\s|\z)|[>=])|(?<=\A[0-9]+)(?=[.)](\s|\z))", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Beginning();
}
