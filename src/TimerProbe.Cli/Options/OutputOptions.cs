namespace TimerProbe.Cli.Options;

/// <summary>Of the formats the first is the default.</summary>
internal sealed class OutputOptions(Command command, string[] formats, bool hasDetail = true)
{
    public const string Verbose = "--verbose";

    private const string Full = "full";

    private static readonly string[] NamesOfFiles = ["FILE", "DIR", "PATH", "FILE|latest|ID"];

    private readonly DeclaredOption<string?> _output = command.Word(
        "--output",
        "FORMAT",
        $"The format: {string.Join(", ", formats)}. [default: from the extension of --out, else {formats[0]}]",
        formats,
        Headings.Output);

    private readonly DeclaredOption<string?> _out = command.Text(
        "--out", "FILE", "Write to this file instead of the console, either completely or not at all.", Headings.Output)
        .Validate(result => Replaced(result, result.GetValueOrDefault<string?>())
            ?? (result.Has("--output") ? null : OutputFormat.Validate(result.GetValueOrDefault<string?>(), formats)));

    private readonly DeclaredOption<bool> _noColor = command.NoColor();
    private readonly DeclaredOption<string?>? _detail = !hasDetail ? null : command.Word(
        "--detail",
        $"summary|{Full}",
        "How much detail the text has: summary fits on one screen, full has every figure, command and caveat. [default: summary]",
        ["summary", Full],
        Headings.Output);

    /// <summary>Says in short what was written, and to which file; nothing without one.</summary>
    public void SayFile(Terminal terminal, ParseResult parsed, string brief)
    {
        if (GetFile(parsed) is { } file)
        {
            terminal.Say($"{brief}: {file}");
        }
    }

    private string? GetFile(ParseResult parsed) => parsed.GetValue(_out);

    public ConfiguredOutput Read(ParseResult parsed)
    {
        var file = GetFile(parsed);
        return new() { Format = parsed.GetValue(_output) ?? OutputFormat.OfEnding(file) ?? formats[0], File = file };
    }

    public Detail ReadDetail(ParseResult parsed) => _detail is null ? Detail.Full
        : parsed.GetValue<bool>(Verbose) ? Detail.Verbose
        : parsed.GetValue(_detail) == Full ? Detail.Full
        : Detail.Summary;

    /// <summary>How text is drawn in a file, or on the console where that is null.</summary>
    public TextStyle Style(Terminal terminal, ParseResult parsed, string? file) =>
        file is null ? terminal.Style(parsed.GetValue(_noColor)) : TextStyle.ForFile;

    public DocumentOutputs Open(
        Terminal terminal, DocumentForms forms, ParseResult parsed, IReadOnlyList<ConfiguredOutput>? configured = null) =>
        DocumentOutputs.Open(
            terminal,
            forms,
            configured is null or [] || parsed.GetValue(_output) is not null || GetFile(parsed) is not null ? [Read(parsed)] : configured,
            output => Style(terminal, parsed, output.File),
            ReadDetail(parsed));

    /// <summary>Says what the output of an option would replace; null when nothing.</summary>
    internal static string? Replaced(OptionResult output, string? file)
    {
        if (string.IsNullOrWhiteSpace(file) || output.Parent is not CommandResult command)
        {
            return null;
        }

        var taking = command.Children.FirstOrDefault(other =>
            other != output
            && NamesOfFiles.Contains(GetKind(other))
            && other.Tokens.Any(token => Is(file, token.Value)));
        return taking is null ? null
            : $"{output.Option.Name} would replace {file}, which {(taking as OptionResult)?.Option.Name ?? "the command"} names: choose another file";
    }

    private static string? GetKind(SymbolResult named) => named switch
    {
        OptionResult option => option.Option.HelpName,
        ArgumentResult argument => argument.Argument.HelpName,
        _ => null,
    };

    private static bool Is(string file, string named) => !string.IsNullOrWhiteSpace(named)
        && (ResolvedPath.IsSame(file, named) || (Directory.Exists(named) && File.Exists(file) && ResolvedPath.IsBelow(file, named)));
}

internal sealed class AnonymizeOption(Command command, Terminal terminal, string what)
{
    private const string KeyVariable = "TIMERPROBE_ANONYMIZE_KEY";

    public DeclaredOption<bool> Option { get; } = command.Flag(
        "--anonymize",
        $"Replace {what} with pseudonyms, stable under the key in {KeyVariable}.",
        Headings.Output);

    /// <summary>The pseudonyms to use, under the key of the environment variable or one that all know; null when names stay.</summary>
    public Pseudonyms? Read(ParseResult parsed, bool configured = false) => parsed.GetValue(Option) || configured
        ? new Pseudonyms(Encoding.UTF8.GetBytes(terminal.Variables[KeyVariable] ?? "timerprobe"))
        : null;
}
