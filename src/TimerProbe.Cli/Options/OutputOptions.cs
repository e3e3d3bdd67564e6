using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Documents;
using TimerProbe.Files;

namespace TimerProbe.Cli.Options;

internal sealed class OutputOptions
{
    private static readonly string[] Details = ["summary", "full"];

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
        OtherFiles.Taken(result, file) ?? (result.GetResult(_output) is null ? OutputFormat.Misfit(file, _formats) : null);
}

/// <summary>What else a command line names: no output may take its place.</summary>
internal static class OtherFiles
{
    /// <summary>How the help calls what names a file or folder, of an option or an argument.</summary>
    private static readonly string[] Kinds = ["FILE", "DIR", "PATH", "FILE|latest|ID", "PLAN"];

    /// <summary>Says what the output of an option would replace; null when nothing.</summary>
    public static string? Taken(OptionResult output, string? file)
    {
        if (string.IsNullOrWhiteSpace(file) || output.Parent is not CommandResult command)
        {
            return null;
        }

        var taking = command.Children.FirstOrDefault(other =>
            other != output && Kinds.Contains(KindOf(other), StringComparer.Ordinal) && other.Tokens.Any(token => Is(file, token.Value)));
        return taking is null ? null
            : $"{output.Option.Name} would replace {file}, which {(taking as OptionResult)?.Option.Name ?? "the command"} names: choose another file";
    }

    private static string? KindOf(SymbolResult named) => named switch
    {
        OptionResult option => option.Option.HelpName,
        ArgumentResult argument => argument.Argument.HelpName,
        _ => null,
    };

    /// <summary>Whether a file is what is named, or one of the folder that is.</summary>
    private static bool Is(string file, string named) => !string.IsNullOrWhiteSpace(named)
        && (ResolvedPath.IsSame(file, named)
            || (Directory.Exists(named) && File.Exists(file) && ResolvedPath.IsBelow(file, named)));
}

/// <summary>
/// Values that are there: nobody means a file, a name or a server without a letter. What else is asked of an option is asked of one that
/// has a value.
/// </summary>
internal static class WrittenValues
{
    /// <summary>Sees to that for every option and argument below a command.</summary>
    public static void Require(Command command)
    {
        foreach (var option in command.Options.Where(option => option.ValueType != typeof(bool)))
        {
            Guard(option.Validators, result => IsWritten(result, option.Name));
        }

        foreach (var argument in command.Arguments)
        {
            Guard(argument.Validators, result => IsWritten(result, argument.HelpName ?? argument.Name));
        }

        Guard(command.Validators, result => !result.Children.OfType<OptionResult>().Any(LacksItsValue));
        foreach (var below in command.Subcommands)
        {
            Require(below);
        }
    }

    private static void Guard<T>(List<Action<T>> validators, Func<T, bool> isWritten)
    {
        Action<T>[] own = [.. validators];
        validators.Clear();
        validators.Add(result => Array.ForEach(isWritten(result) ? own : [], validate => validate(result)));
    }

    private static bool LacksItsValue(OptionResult option) =>
        option is { Implicit: false, Tokens.Count: 0, Option.Arity.MinimumNumberOfValues: > 0 };

    /// <summary>That a value is missing is said already.</summary>
    private static bool IsWritten(SymbolResult result, string name)
    {
        if (result.Tokens.Any(token => string.IsNullOrWhiteSpace(token.Value)))
        {
            result.AddError($"{name} is empty: leave it out or fill it in");
            return false;
        }

        return result is not OptionResult option || !LacksItsValue(option);
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
