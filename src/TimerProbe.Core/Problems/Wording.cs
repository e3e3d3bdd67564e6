using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text;

namespace TimerProbe.Core.Problems;

/// <summary>
/// Makes an interpolated string a template and its arguments. A text has no way in but as a <see cref="ProblemArgument"/>, which says
/// what it is: what may not leave the house can then be told from what may without reading the sentence.
/// </summary>
[InterpolatedStringHandler]
public sealed class Wording
{
    private readonly StringBuilder _template;
    private readonly Dictionary<string, string> _arguments = new(StringComparer.Ordinal);
    private ProblemSubject? _subject;

    /// <summary>Called by the compiler.</summary>
    public Wording(int literalLength, int formattedCount) => _template = new StringBuilder(literalLength + (16 * formattedCount));

    /// <summary>The sentence with placeholders, such as <c>{server} is unknown</c>.</summary>
    public string Template => _template.ToString();

    /// <summary>What stands for the placeholders.</summary>
    public IReadOnlyDictionary<string, string> Arguments => _arguments;

    /// <summary>The first name in it; null when it names nothing.</summary>
    public ProblemSubject? Subject => _subject;

    /// <summary>Called by the compiler.</summary>
    public void AppendLiteral(string literal) => _template.Append(MessageTemplate.Escaped(literal));

    /// <summary>Called by the compiler.</summary>
    public void AppendFormatted(ProblemArgument argument)
    {
        var name = MessageTemplate.NameOf(argument.Kind);
        var free = name;
        for (var number = 2; _arguments.TryGetValue(free, out var taken) && taken != argument.Value; number++)
        {
            free = string.Create(CultureInfo.InvariantCulture, $"{name}{number}");
        }

        _arguments[free] = argument.Value;
        _template.Append('{').Append(free).Append('}');
        _subject ??= argument.Kind < ArgumentKind.Words ? new ProblemSubject(argument.Kind, argument.Value) : null;
    }

    /// <summary>Called by the compiler: a number, as every culture reads it.</summary>
    public void AppendFormatted(int number) => AppendFormatted(ProblemArgument.Term($"{number}"));

    /// <summary>Called by the compiler: some names, and how many more there are.</summary>
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

    /// <summary>Called by the compiler: another problem's sentence, which is the cause of this one.</summary>
    public void AppendFormatted(Problem cause)
    {
        foreach (var (literal, placeholder) in MessageTemplate.Parts(cause.Template))
        {
            AppendLiteral(literal);
            if (placeholder is not null && cause.Arguments.TryGetValue(placeholder, out var value))
            {
                AppendFormatted(new ProblemArgument(MessageTemplate.KindOf(placeholder), value));
            }
        }
    }
}
