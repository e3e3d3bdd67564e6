namespace TimerProbe.Cli.Options;

/// <summary>Declares the options and arguments of a command, in the order in which its help lists them.</summary>
internal static class OptionDeclarations
{
    public static readonly string[] KindsOfRuns = [RunKinds.Check, RunKinds.Sql, RunKinds.Scan];

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
        return word.Validate(result => RejectUnknown(words, name, result.GetValueOrDefault<string>()));
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
                AddError(result, parsed is null ? $"{name} takes {takes}, not '{PlainText.WithoutPassword(result.Tokens[0].Value)}'" : null);
                return parsed;
            },
        });

    public static DeclaredOption<TimeSpan?> Age(this Command command, string name, string description) =>
        command.Value(name, "AGE", description, DurationText.ParseAge, "an age such as 12h, 7d or 4w, at most ten years");

    public static DeclaredOption<int?> Count(
        this Command command, string name, string description, int min, int max, string value = "COUNT") =>
        command.Value<int?>(
            name,
            value,
            description,
            text => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count >= min && count <= max
                ? count
                : null,
            $"a number from {min} to {max}");

    public static DeclaredOption<TimeSpan?> Duration(this Command command, string name, string description, TimeSpan? shortest = null) =>
        command.Value(name, "DURATION", description, DurationText.Parse, "a duration such as 400ms, 30s or 2m, at most 24h")
            .Validate(result => DurationText.Parse(result.Tokens[^1].Value) < shortest
                ? $"{name} takes at least {shortest.Value.TotalSeconds:0}s, not '{result.Tokens[^1].Value}': less says nothing"
                : null);

    public static DeclaredOption<string?> Kind(this Command command, string description, string[] kinds) =>
        command.Word("--kind", "KIND", $"{description}: {string.Join(", ", kinds)}.", kinds);

    public static DeclaredOption<string?> Store(this Command command) => command.Text(
        "--store", "FILE", "The file of the store. [default: from the configuration, else a file of your own]", Headings.Store);

    public static DeclaredOption<bool> NoColor(this Command command) =>
        command.Flag("--no-color", "Do not use colors, as with the environment variable NO_COLOR.", Headings.Output);

    public static DeclaredOption<bool> NoStub(this Command command) =>
        command.Flag("--no-stub", "Do not allocate executable memory: RDTSC is then not measured on its own.");

    public static DeclaredOption<NtpAddress?> Reference(this Command command, string description) =>
        command.Value("--reference", "HOST", description, NtpAddress.Parse, "an NTP server as HOST or HOST:PORT");

    public static DeclaredOption<PartsPerMillion?> Tolerance(this Command command) => command.Value<PartsPerMillion?>(
        "--tolerance",
        "PPM",
        "How much two frequencies may differ and still count as the same, in ppm. [default: 250]",
        text => double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var ppm) && ppm is > 0 and <= 10_000
            ? new PartsPerMillion(ppm)
            : null,
        "a number above 0 and up to 10000 (1 %)");

    public static DeclaredOption<string?> ToolsProgram(this Command command) => command.Text(
        "--tools-program",
        "FILE",
        "Publish with this vmtoolsd or rpctool. [default: the one VMware Tools installed]",
        Headings.Output);

    public static Argument<T> Positional<T>(this Command command, string name, string description, ArgumentArity? arity = null)
    {
        var argument = new Argument<T>(name) { HelpName = name, Description = description };
        argument.Arity = arity ?? argument.Arity;
        argument.Validators.Add(result => AddError(result, Blank(result, name)));
        command.Arguments.Add(argument);
        return argument;
    }

    public static void Validate(this Command command, Func<CommandResult, string?> why) => command.Validators.Add(
        result => AddError(result, result.Children.OfType<OptionResult>().All(HasValue) ? why(result) : null));

    public static void AddError(SymbolResult result, string? wrong)
    {
        if (wrong is not null)
        {
            result.AddError(wrong);
        }
    }

    public static string? RejectUnknown(string[] words, string name, string? given) =>
        words.Contains(given) ? null : $"{name} takes {string.Join(", ", words)}, not '{PlainText.WithoutPassword(given ?? "")}'";

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
