using System.CommandLine;
using System.CommandLine.Parsing;

namespace TimerProbe.Cli.Options;

/// <summary>Declares the options and arguments of a command, in the order in which its help lists them.</summary>
internal static class OptionDeclarations
{
    public static DeclaredOption<bool> Flag(this Command command, string name, string description, string heading = Headings.Own) =>
        command.Declare(new DeclaredOption<bool>(name, heading) { Description = description });

    public static DeclaredOption<string?> Text(
        this Command command, string name, string value, string description, string heading = Headings.Own) =>
        command.Declare(new DeclaredOption<string?>(name, heading) { HelpName = value, Description = description });

    public static DeclaredOption<string[]> Texts(
        this Command command, string name, string value, string description, string heading = Headings.Own) =>
        command.Declare(new DeclaredOption<string[]>(name, heading) { HelpName = value, Description = description });

    public static DeclaredOption<string?> Word(
        this Command command, string name, string value, string description, string[] words, string heading = Headings.Own)
    {
        var word = command.Text(name, value, description, heading);
        word.CompletionSources.Add(words);
        return word.Refuse(result => RejectUnknown(words, name, result.GetValueOrDefault<string>()));
    }

    /// <param name="parse">The value of a text; null for none.</param>
    public static DeclaredOption<T> Value<T>(
        this Command command, string name, string value, string description, Func<string, T> parse, string takes) =>
        command.Declare(new DeclaredOption<T>(name, Headings.Own)
        {
            HelpName = value,
            Description = description,
            CustomParser = result =>
            {
                var parsed = parse(result.Tokens[0].Value);
                Refuse(result, parsed is null ? $"{name} takes {takes}, not '{SafeForMessage.From(result.Tokens[0].Value)}'" : null);
                return parsed;
            },
        });

    public static Argument<T> Positional<T>(this Command command, string name, string description, ArgumentArity? arity = null)
    {
        var argument = new Argument<T>(name) { HelpName = name, Description = description };
        argument.Arity = arity ?? argument.Arity;
        argument.Validators.Add(result => Refuse(result, Blank(result, name)));
        command.Arguments.Add(argument);
        return argument;
    }

    public static void Refuse(this Command command, Func<CommandResult, string?> why) => command.Validators.Add(
        result => Refuse(result, result.Children.OfType<OptionResult>().All(HasValue) ? why(result) : null));

    public static void Refuse(SymbolResult result, string? wrong)
    {
        if (wrong is not null)
        {
            result.AddError(wrong);
        }
    }

    public static string? RejectUnknown(string[] words, string name, string? given) =>
        words.Contains(given) ? null : $"{name} takes {string.Join(", ", words)}, not '{SafeForMessage.From(given ?? "")}'";

    public static string? Blank(SymbolResult result, string name) =>
        result.Tokens.Any(token => string.IsNullOrWhiteSpace(token.Value)) ? $"{name} is empty: leave it out or fill it in" : null;

    public static bool HasValue(this OptionResult option) =>
        option is not { Implicit: false, Tokens.Count: 0, Option.Arity.MinimumNumberOfValues: > 0 };

    public static bool Has(this SymbolResult result, string option) => IsGiven(result.GetResult(option));

    public static bool Has(this ParseResult parsed, string option) => IsGiven(parsed.GetResult(option));

    private static bool IsGiven(SymbolResult? result) => result is OptionResult { Implicit: false } given
        && (given.Option is not Option<bool> flag || given.GetValue(flag));

    private static DeclaredOption<T> Declare<T>(this Command command, DeclaredOption<T> setting)
    {
        command.Options.Add(setting);
        return setting;
    }
}
