using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Services;
using TimerProbe.Application.Watching;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Core.Documents;
using TimerProbe.Files;
using TimerProbe.Guest.References;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Options;

internal sealed class WatchOptions(Command command, Terminal terminal)
{
    public static readonly string[] Formats = [OutputFormat.Text, OutputFormat.Json, OutputFormat.OpenMetrics];

    private const string Out = "--out";
    private const string Log = "--log";
    private const string Metrics = "--metrics";

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    private readonly Setting<TimeSpan?> _every = command.Duration(
        "--every", "Time between samples, at least 1s; each takes about 5 ms of one CPU. [default: 10s]", Shortest);
    private readonly Setting<TimeSpan?> _for = command.Duration("--for", "Stop after this long. [default: run until stopped]", Shortest);
    private readonly Setting<TimeSpan?> _summaryEvery = command.Duration(
        "--summary-every", "Time between summaries. [default: 1h]", Shortest);
    private readonly Setting<NtpAddress?> _reference = command.Reference(
        "Compare the clock's rate with this NTP server, about once a minute.");
    private readonly Setting<bool> _samples = command.Flag("--samples", "Also write a line for each sample.");
    private readonly Setting<bool> _noStub = command.NoStub();
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and UUIDs");
    private readonly PublishOption _publish = new(command);
    private readonly Setting<string?> _output = command.Word(
        "--output",
        "FORMAT",
        $"The format: {string.Join(", ", Formats)}; json is one object per line. [default: from the extension of --out, else text]",
        Formats,
        Headings.Output)
        .Refuse(result => result.GetValueOrDefault<string?>() != OutputFormat.OpenMetrics || result.Has(Out) ? null
            : "--output openmetrics needs --out FILE, which it replaces at each sample; to write text or json as well, use --metrics FILE");

    private readonly Setting<string?> _out = command.Text(
        Out,
        "FILE",
        "Write to this file instead of the console: lines are appended; openmetrics replaces the whole file at each sample.",
        Headings.Output)
        .Refuse(result => result.Has("--output") ? null : OutputFormat.Misfit(result.GetValueOrDefault<string?>(), Formats));

    private readonly Setting<string?> _log = command.Text(Log, "FILE", "Also append lines of JSON to this file.")
        .Refuse(result => IsOneOf(result, [Out]));

    private readonly Setting<string?> _metrics = command.Text(
        Metrics, "FILE", "Also replace this file with openmetrics at each sample, for a textfile collector.", Headings.Output)
        .Refuse(result => IsOneOf(result, [Out, Log]));

    private readonly Setting<bool> _noColor = command.NoColor();

    public WatchSettings Read(ParseResult parsed, FileConfiguration configuration) =>
        Read(parsed, _anonymize.Read(parsed, configuration.Anonymize));

    private WatchSettings Read(ParseResult parsed, Pseudonyms? pseudonyms) => new()
    {
        Every = parsed.GetValue(_every) ?? TimeSpan.FromSeconds(10),
        SummaryEvery = parsed.GetValue(_summaryEvery) ?? TimeSpan.FromHours(1),
        For = parsed.GetValue(_for),
        Reference = parsed.GetValue(_reference),
        Samples = parsed.GetValue(_samples),
        UseStub = !parsed.GetValue(_noStub),
        Publish = _publish.Read(parsed, pseudonyms is not null),
        Pseudonyms = pseudonyms,
    };

    public WatchOutputSettings ReadOutputs(ParseResult parsed)
    {
        var file = parsed.GetValue(_out);
        var format = parsed.GetValue(_output) ?? OutputFormat.OfEnding(file) ?? Formats[0];
        return new WatchOutputSettings(
            new OutputSettings(format, file, parsed.GetValue(_noColor)), parsed.GetValue(_log), parsed.GetValue(_metrics));
    }

    private static string? IsOneOf(OptionResult file, string[] others) =>
        Array.Exists(others, other => file.GetValue<string?>(other) is { } path
            && !string.IsNullOrWhiteSpace(path)
            && ResolvedPath.IsSame(path, file.GetValueOrDefault<string>()!))
            ? "--out, --log and --metrics each need a file of their own"
            : null;
}

internal sealed class ServiceOption(Command command, WindowsService? service)
{
    private static readonly string[] Outputs = ["--out", "--log", "--metrics"];
    private static readonly string[] Files = [.. Outputs, "--config", "--store", SubmitOption.TokenFileName, SubmitOption.CaFileName];

    private readonly Setting<bool> _service = command.Flag(
        ServiceMode.Option, "Run as a Windows service, started by the service manager; errors go to the Application event log.");

    /// <summary>Makes sure that a service is started as one, and that what it writes can be found.</summary>
    /// <exception cref="UseCaseException">It is not.</exception>
    public void Check(ParseResult parsed, bool saves)
    {
        if (!parsed.GetValue(_service))
        {
            return;
        }

        ServiceMode.AssertStarted(service);
        if (!saves && Outputs.All(name => parsed.GetValue<string?>(name) is null))
        {
            throw new UseCaseException(
                Failure.Usage,
                $"{ServiceMode.Option} has no console to write to: add --log FILE, --out FILE, --metrics FILE, --save or --submit");
        }

        foreach (var option in Files)
        {
            if (parsed.GetValue<string?>(option) is { } path && !Path.IsPathFullyQualified(path))
            {
                throw new UseCaseException(
                    Failure.Usage,
                    $"{option} needs an absolute path with {ServiceMode.Option}, such as C:\\ProgramData\\TimerProbe\\watch\\{Path.GetFileName(path)}, not '{path}': services start in the Windows folder");
            }
        }
    }
}
