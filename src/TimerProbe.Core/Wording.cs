using System.Runtime.CompilerServices;
using System.Text;

namespace TimerProbe.Core;

/// <summary>
/// Makes an interpolated string a template and its arguments. A text has no way in but as a <see cref="ProblemArgument"/>, which
/// says what it is: what may leave the house is then known without reading the sentence. Templates are as those of structured
/// logs (messagetemplates.org): <c>{server} refused the login of {account}</c>, a brace of the text itself doubled. A
/// placeholder is the kind of its argument, with a number behind it from the second on.
/// </summary>
[InterpolatedStringHandler]
public sealed class Wording
{
    private static readonly Dictionary<string, ArgumentKind> Kinds = Enum.GetValues<ArgumentKind>().ToDictionary(GetName);

    private readonly StringBuilder _template;
    private readonly Dictionary<string, string> _arguments = new(StringComparer.Ordinal);
    private ProblemSubject? _subject;

    public Wording(int literalLength, int formattedCount) => _template = new StringBuilder(literalLength + (16 * formattedCount));

    public string Template => _template.ToString();

    public IReadOnlyDictionary<string, string> Arguments => _arguments;

    /// <summary>The first name in it; null when it names nothing.</summary>
    public ProblemSubject? Subject => _subject;

    public void AppendLiteral(string literal) => _template.Append(Escaped(literal));

    public void AppendFormatted(ProblemArgument argument)
    {
        var name = GetName(argument.Kind);
        var free = name;
        for (var number = 2; _arguments.TryGetValue(free, out var taken) && taken != argument.Value; number++)
        {
            free = $"{name}{number}";
        }

        _arguments[free] = argument.Value;
        _template.Append('{').Append(free).Append('}');
        _subject ??= argument.Kind < ArgumentKind.Words ? new ProblemSubject(argument.Kind, argument.Value) : null;
    }

    public void AppendFormatted(int number) => AppendFormatted(ProblemArgument.Term($"{number}"));

    public void AppendFormatted(NamesShown names)
    {
        var shown = 0;
        foreach (var name in names.Names.Take(NamesShown.Most))
        {
            _template.Append(shown++ > 0 ? ", " : "");
            AppendFormatted(new ProblemArgument(names.Kind, name));
        }

        if (names.Total > shown)
        {
            AppendLiteral(" and ");
            AppendFormatted(names.Total - shown);
            AppendLiteral(" more");
        }
    }

    public void AppendFormatted(Problem cause)
    {
        foreach (var (literal, placeholder) in Parts(cause.Template))
        {
            AppendLiteral(literal);
            if (placeholder is not null && cause.Arguments.TryGetValue(placeholder, out var value))
            {
                AppendFormatted(new ProblemArgument(GetKind(placeholder), value));
            }
        }
    }

    internal static string GetName(ArgumentKind kind) => kind.ToDocumentName();

    internal static ArgumentKind GetKind(string placeholder) =>
        Kinds.GetValueOrDefault(placeholder.TrimEnd("0123456789".ToCharArray()), ArgumentKind.Words);

    private static string Escaped(string text) =>
        text.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);

    internal static string Fill(string template, IReadOnlyDictionary<string, string> arguments)
    {
        var sentence = new StringBuilder(template.Length);
        foreach (var (literal, placeholder) in Parts(template))
        {
            sentence.Append(literal).Append(placeholder is null ? "" : arguments.GetValueOrDefault(placeholder, ""));
        }

        return sentence.ToString();
    }

    /// <summary>
    /// The texts of a template, each with the placeholder after it; null after the last. Whatever a file holds, it is a list of
    /// parts.
    /// </summary>
    private static IEnumerable<(string Literal, string? Placeholder)> Parts(string template)
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
