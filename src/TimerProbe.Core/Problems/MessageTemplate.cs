using System.Text;

namespace TimerProbe.Core.Problems;

/// <summary>
/// Templates as those of structured logs (messagetemplates.org): <c>{server} refused the login of {account}</c>, a brace of the text
/// itself doubled. A placeholder is the kind of its argument, with a number behind it from the second on.
/// </summary>
internal static class MessageTemplate
{
    private static readonly Dictionary<string, ArgumentKind> Kinds = Enum.GetValues<ArgumentKind>()
        .ToDictionary(NameOf, StringComparer.Ordinal);

    public static string NameOf(ArgumentKind kind) => Spelling.Of(kind);

    /// <summary>What a placeholder stands for; words that may name anything when it is of no known kind.</summary>
    public static ArgumentKind KindOf(string placeholder) =>
        Kinds.GetValueOrDefault(placeholder.TrimEnd("0123456789".ToCharArray()), ArgumentKind.Words);

    public static string Escaped(string text) =>
        text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);

    /// <summary>The sentence that a template and its arguments make; a placeholder without an argument is left out.</summary>
    public static string Fill(string template, IReadOnlyDictionary<string, string> arguments)
    {
        var sentence = new StringBuilder(template.Length);
        foreach (var (literal, placeholder) in Parts(template))
        {
            sentence.Append(literal).Append(placeholder is null ? "" : arguments.GetValueOrDefault(placeholder, ""));
        }

        return sentence.ToString();
    }

    /// <summary>
    /// The texts of a template, each with the placeholder after it; null after the last. Whatever a file holds, it is a list of parts.
    /// </summary>
    public static IEnumerable<(string Literal, string? Placeholder)> Parts(string template)
    {
        var literal = new StringBuilder();
        for (var index = 0; index < template.Length; index++)
        {
            var end = template[index] == '{' ? template.IndexOf('}', index) : -1;
            if (template[index] is '{' or '}' && index + 1 < template.Length && template[index + 1] == template[index])
            {
                literal.Append(template[index++]);
            }
            else if (end > index)
            {
                yield return (literal.ToString(), template[(index + 1)..end]);
                literal.Clear();
                index = end;
            }
            else
            {
                literal.Append(template[index]);
            }
        }

        yield return (literal.ToString(), null);
    }
}
