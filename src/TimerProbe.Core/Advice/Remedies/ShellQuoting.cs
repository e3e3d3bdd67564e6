namespace TimerProbe.Core.Advice;

/// <summary>
/// Writes a name so that a shell takes it as one word and nothing in it as its own. U+FFFD replaces a character that cannot be
/// typed at a prompt: the name then matches nothing, rather than another.
/// </summary>
public static class ShellQuoting
{
    private const string PowerShellQuotes = "'\u2018\u2019\u201A\u201B";

    private const string GlobCharacters = "*?[]";

    public static string PowerShell(string name)
    {
        var quoted = new StringBuilder("'");
        foreach (var character in PlainText.OneLine(name))
        {
            quoted.Append(character, PowerShellQuotes.Contains(character, StringComparison.Ordinal) ? 2 : 1);
        }

        return quoted.Append('\'').ToString();
    }

    public static string Posix(string name) => $"'{PlainText.OneLine(name).Replace("'", @"'\''", StringComparison.Ordinal)}'";

    /// <summary>As it is where no shell, nor the command prompt, which knows no single quotes, takes anything of it as its own.</summary>
    public static string Word(string name) =>
        name is not ("" or ['-', ..]) && name.All(item => char.IsAsciiLetterOrDigit(item) || item is '-' or '_' or '.') ? name : Posix(name);

    public static string PowerShell(IEnumerable<string> names) => string.Join(", ", names.Select(PowerShell));

    /// <summary>
    /// The name of an inventory object as a value for govc, which would take <c>*</c>, <c>?</c> and <c>[</c> as a pattern, and which
    /// knows <c>/</c>, <c>\</c> and <c>%</c> in names only as vCenter sends them.
    /// </summary>
    public static string Govc(string name) => Posix(WithoutGlobs(AsSent(name)));

    public static string Govc(IReadOnlyCollection<string> names) =>
        (names.Any(name => name.StartsWith('-')) ? "-- " : "") + string.Join(' ', names.Select(Govc));

    private static string AsSent(string name) =>
        name.Replace("%", "%25", StringComparison.Ordinal)
            .Replace("/", "%2f", StringComparison.Ordinal)
            .Replace(@"\", "%5c", StringComparison.Ordinal);

    private static string WithoutGlobs(string name)
    {
        var escaped = new StringBuilder();
        foreach (var character in name)
        {
            escaped.Append(GlobCharacters.Contains(character, StringComparison.Ordinal) ? @"\" : "").Append(character);
        }

        return escaped.ToString();
    }
}
