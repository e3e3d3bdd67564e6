using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Documents;

namespace TimerProbe.Cli.Options;

internal sealed class OutputOptions
{
    private static readonly string[] Details = ["summary", "full"];

    /// <summary>The options that name what the program reads or keeps: no report may take its place.</summary>
    private static readonly string[] OfOtherFiles = ["--config", "--password-file", "--ca-file", "--store", "--from"];

    private readonly string[] _formats;
    private readonly Option<string?> _output;
    private readonly Option<string?> _out = new("--out")
    {
        Description = "Write to this file instead of the console, either completely or not at all.",
        HelpName = "FILE",
    };

    private readonly Option<bool> _noColor = CreateNoColor();
    private readonly Option<bool>? _metricsDetail;
    private readonly Option<string>? _detail;
    private readonly Option<bool> _steps = new("--steps")
    {
        Description = "Show the commands and caveats of each remedy; the same as --detail full.",
    };

    /// <summary>Of the formats the first is the default.</summary>
    public OutputOptions(string[] formats, bool hasMetricsDetail = false, bool hasDetail = true)
    {
        _formats = formats;
        if (hasMetricsDetail)
        {
            _metricsDetail = new("--metrics-detail")
            {
                Description = "With --output openmetrics: also write series for each machine away from home, and for each clock of a guest.",
            };
        }

        if (hasDetail)
        {
            _detail = new("--detail")
            {
                Description = "How much detail the text has: summary fits on one screen, full has every figure and command. [default: summary]",
                HelpName = string.Join('|', Details),
                DefaultValueFactory = _ => Details[0],
            };
            _detail.AcceptOnlyFromAmong(Details);
        }

        _output = new Option<string?>("--output")
        {
            Description = $"The format: {string.Join(", ", formats)}. [default: from the extension of --out, else {formats[0]}]",
            HelpName = "FORMAT",
        };
        _out.Validators.Add(result =>
        {
            if (Misfit(result, result.GetValueOrDefault<string?>()) is { } misfit)
            {
                result.AddError(misfit);
            }
        });
        _output.CompletionSources.Add(formats);
        _output.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<string?>() is { } format && !formats.Contains(format, StringComparer.Ordinal))
            {
                result.AddError($"--output takes {string.Join(", ", formats)}, not '{format}'");
            }
        });
    }

    public void AddTo(Command command)
    {
        command.Options.Add(_output);
        command.Options.Add(_out);
        command.Options.Add(_noColor);
        if (_metricsDetail is not null)
        {
            command.Options.Add(_metricsDetail);
        }

        if (_detail is not null)
        {
            command.Options.Add(_detail);
            command.Options.Add(_steps);
        }
    }

    public static Option<bool> CreateNoColor() => new("--no-color")
    {
        Description = "Do not use colors, as with the environment variable NO_COLOR.",
    };

    public string? FileOf(ParseResult parsed) => parsed.GetValue(_out);

    public OutputSettings Read(ParseResult parsed)
    {
        var file = FileOf(parsed);
        return new(
            parsed.GetValue(_output) ?? OutputFormat.OfEnding(file) ?? _formats[0], file, parsed.GetValue(_noColor), AsksForDetail(parsed));
    }

    /// <summary>How much text says; everything where the command has no such option.</summary>
    public Detail ReadDetail(ParseResult parsed) => _detail is null ? Detail.Full
        : parsed.GetValue<bool>(VerboseOption.Name) ? Detail.Verbose
        : parsed.GetValue(_steps) || parsed.GetValue(_detail) == Details[1] ? Detail.Full
        : Detail.Summary;

    /// <exception cref="UseCaseException">A file cannot be written.</exception>
    public DocumentOutputs Open(
        Terminal terminal, DocumentForms forms, ParseResult parsed, IReadOnlyList<ConfiguredOutput>? configured = null) =>
        DocumentOutputs.Open(terminal, forms, ReadAll(parsed, configured ?? []), ReadDetail(parsed));

    /// <summary>All the outputs: the one of the command line, else those of a configuration file.</summary>
    private IReadOnlyList<OutputSettings> ReadAll(ParseResult parsed, IReadOnlyList<ConfiguredOutput> configured) =>
        configured.Count == 0 || parsed.GetValue(_output) is not null || parsed.GetValue(_out) is not null
            ? [Read(parsed)]
            : [.. configured.Select(output => new OutputSettings(
                output.Format, output.File, parsed.GetValue(_noColor), output.MetricsDetail || AsksForDetail(parsed)))];

    private bool AsksForDetail(ParseResult parsed) => _metricsDetail is not null && parsed.GetValue(_metricsDetail);

    /// <summary>Why the file cannot be written to: known before anything else is opened, or made.</summary>
    private string? Misfit(OptionResult result, string? file) =>
        Taken(result.Parent!, file) ?? (result.GetResult(_output) is null ? OutputFormat.Misfit(file, _formats) : null);

    /// <summary>Says which option of the command line names the file to be read or kept; null when none does.</summary>
    private static string? Taken(SymbolResult command, string? file)
    {
        if (string.IsNullOrEmpty(file) || command is not CommandResult { Children: var children })
        {
            return null;
        }

        var taking = children.OfType<OptionResult>().FirstOrDefault(option =>
            OfOtherFiles.Contains(option.Option.Name, StringComparer.Ordinal)
            && option.Tokens.Any(token => token.Value.Length > 0 && ConfiguredOutput.IsSameFile(file, token.Value)));
        return taking is null ? null : $"--out would replace {file}, which {taking.Option.Name} names: choose another file";
    }
}

internal sealed class VerboseOption
{
    public const string Name = "--verbose";

    public Option<bool> Option { get; } = new(Name)
    {
        Description = "Show more detail: what could not be read and why, and a stack trace if something breaks.",
        Recursive = true,
    };
}

internal sealed class AnonymizeOption(Terminal terminal, string what)
{
    public Option<bool> Option { get; } = new("--anonymize")
    {
        Description = $"Replace {what} with pseudonyms, stable under the key in TIMERPROBE_ANONYMIZE_KEY.",
    };

    /// <summary>The pseudonyms to use; null when names stay.</summary>
    public Pseudonyms? Read(ParseResult parsed, bool configured = false) =>
        parsed.GetValue(Option) || configured ? PseudonymKey.Read(terminal.Variables) : null;
}

internal static class PseudonymKey
{
    private const string Variable = "TIMERPROBE_ANONYMIZE_KEY";

    /// <summary>Pseudonyms under the key of the environment variable; where it is not set, under one that everybody knows.</summary>
    public static Pseudonyms Read(EnvironmentVariables variables) => new(Encoding.UTF8.GetBytes(variables[Variable] ?? "timerprobe"));
}
