using System.CommandLine;
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

internal sealed class WatchOptions(Terminal terminal)
{
    public static readonly string[] Formats = [OutputFormat.Text, OutputFormat.Json, OutputFormat.OpenMetrics];

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    private readonly Option<TimeSpan?> _every = DurationOption.Create(
        "--every", "Time between samples, at least 1s; each takes about 5 ms of one CPU. [default: 10s]", Shortest);
    private readonly Option<TimeSpan?> _for = DurationOption.Create(
        "--for", "Stop after this long. [default: run until stopped]", Shortest);
    private readonly Option<TimeSpan?> _summaryEvery = DurationOption.Create(
        "--summary-every", "Time between summaries. [default: 1h]", Shortest);
    private readonly Option<NtpAddress?> _reference = ReferenceOption.Create(
        "Compare the clock's rate with this NTP server, about once a minute.");
    private readonly Option<bool> _samples = new("--samples") { Description = "Also write a line for each sample." };
    private readonly Option<bool> _noStub = CheckOptions.CreateNoStub();

    private readonly Option<string?> _output = new("--output")
    {
        Description =
            $"The format: {string.Join(", ", Formats)}; json is one object per line. [default: from the extension of --out, else text]",
        HelpName = "FORMAT",
    };

    private readonly Option<string?> _out = File(
        "--out", "Write to this file instead of the console: lines are appended; openmetrics replaces the whole file at each sample.");
    private readonly Option<string?> _log = File("--log", "Also append lines of JSON to this file.");
    private readonly Option<string?> _metrics = File(
        "--metrics", "Also replace this file with openmetrics at each sample, for a textfile collector.");
    private readonly PublishOption _publish = new();
    private readonly Option<bool> _noColor = OutputOptions.CreateNoColor();

    public AnonymizeOption Anonymize { get; } = new(terminal, "names and UUIDs");

    public void AddTo(Command command)
    {
        _output.CompletionSources.Add(Formats);
        command.Options.Add(_every);
        command.Options.Add(_for);
        command.Options.Add(_summaryEvery);
        command.Options.Add(_reference);
        command.Options.Add(_samples);
        command.Options.Add(_noStub);
        command.Options.Add(Anonymize.Option);
        _publish.AddTo(command, Anonymize);
        command.Options.Add(_output);
        command.Options.Add(_out);
        command.Options.Add(_log);
        command.Options.Add(_metrics);
        command.Options.Add(_noColor);
        command.Validators.Add(result =>
        {
            if (result.GetValue(_output) is { } format && !Formats.Contains(format, StringComparer.Ordinal))
            {
                result.AddError($"--output takes {string.Join(", ", Formats)}, not '{format}'");
            }

            if (result.GetResult(_output) is null && OutputFormat.Misfit(result.GetValue(_out), Formats) is { } misfit)
            {
                result.AddError(misfit);
            }

            var files = new[] { result.GetValue(_out), result.GetValue(_log), result.GetValue(_metrics) }
                .OfType<string>()
                .Where(file => !string.IsNullOrWhiteSpace(file))
                .ToList();
            if (files.Where((file, at) => files.Take(at).Any(other => ResolvedPath.IsSame(file, other))).Any())
            {
                result.AddError("--out, --log and --metrics each need a file of their own");
            }

            if (result.GetValue(_output) == OutputFormat.OpenMetrics && result.GetValue(_out) is null)
            {
                result.AddError(
                    "--output openmetrics needs --out FILE, which it replaces at each sample; to write text or json as well, use --metrics FILE");
            }
        });
    }

    public WatchSettings Read(ParseResult parsed, FileConfiguration configuration) =>
        Read(parsed, Anonymize.Read(parsed, configuration.Anonymize));

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

    private static Option<string?> File(string name, string description) => new(name) { Description = description, HelpName = "FILE" };
}

internal sealed class ServiceOption(WindowsService? service)
{
    private static readonly string[] Outputs = ["--out", "--log", "--metrics"];
    private static readonly string[] Files = [.. Outputs, "--config", "--store", SubmitOption.TokenFileName, SubmitOption.CaFileName];

    private readonly Option<bool> _service = new(ServiceMode.Option)
    {
        Description = "Run as a Windows service, started by the service manager; errors go to the Application event log.",
    };

    public void AddTo(Command command) => command.Options.Add(_service);

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
