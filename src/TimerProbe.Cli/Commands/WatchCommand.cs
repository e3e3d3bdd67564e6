using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application;
using TimerProbe.Application.Services;
using TimerProbe.Application.Watching;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Core.Documents;
using TimerProbe.Files;
using TimerProbe.Guest.References;
using TimerProbe.Guest.Services;

namespace TimerProbe.Cli.Commands;

internal sealed class WatchCommand(Command command, Terminal terminal, TimeProvider time, WindowsService? service)
{
    public static readonly string[] Formats = [OutputFormat.Text, OutputFormat.Json, OutputFormat.OpenMetrics];

    private const string Out = "--out";
    private const string Log = "--log";
    private const string Metrics = "--metrics";

    private static readonly string[] Outputs = [Out, Log, Metrics];
    private static readonly string[] ServiceFiles = [.. Outputs, "--config", "--store", SubmitOption.TokenFileName, SubmitOption.CaFileName];

    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);

    /// <summary>It measures no sample while it waits, and what it found is saved with the next change.</summary>
    private static readonly TimeSpan BusyTimeout = TimeSpan.FromSeconds(2);

    private readonly DeclaredOption<TimeSpan?> _every = command.Duration(
        "--every", "Time between samples, at least 1s; each takes about 5 ms of one CPU. [default: 10s]", Shortest);
    private readonly DeclaredOption<TimeSpan?> _for = command.Duration("--for", "Stop after this long. [default: run until stopped]", Shortest);
    private readonly DeclaredOption<TimeSpan?> _summaryEvery = command.Duration(
        "--summary-every", "Time between summaries. [default: 1h]", Shortest);
    private readonly DeclaredOption<NtpAddress?> _reference = command.Reference(
        "Compare the clock's rate with this NTP server, about once a minute.");
    private readonly DeclaredOption<bool> _samples = command.Flag("--samples", "Also write a line for each sample.");
    private readonly DeclaredOption<bool> _noStub = command.NoStub();
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and UUIDs");
    private readonly PublishOption _publish = new(command);
    private readonly DeclaredOption<string?> _output = command.Word(
        "--output",
        "FORMAT",
        $"The format: {string.Join(", ", Formats)}; json is one object per line. [default: from the extension of --out, else text]",
        Formats,
        Headings.Output)
        .Refuse(result => result.GetValueOrDefault<string?>() != OutputFormat.OpenMetrics || result.Has(Out) ? null
            : "--output openmetrics needs --out FILE, which it replaces at each sample; to write text or json as well, use --metrics FILE");

    private readonly DeclaredOption<string?> _out = command.Text(
        Out,
        "FILE",
        "Write to this file instead of the console: lines are appended; openmetrics replaces the whole file at each sample.",
        Headings.Output)
        .Refuse(result => result.Has("--output") ? null : OutputFormat.Validate(result.GetValueOrDefault<string?>(), Formats));

    private readonly DeclaredOption<string?> _log = command.Text(Log, "FILE", "Also append lines of JSON to this file.")
        .Refuse(result => IsOneOf(result, [Out]));

    private readonly DeclaredOption<string?> _metrics = command.Text(
        Metrics, "FILE", "Also replace this file with openmetrics at each sample, for a textfile collector.", Headings.Output)
        .Refuse(result => IsOneOf(result, [Out, Log]));

    private readonly DeclaredOption<bool> _noColor = command.NoColor();
    private readonly RunOptions _run = new(command, reads: false, terminal, time);
    private readonly DeclaredOption<bool> _service = command.Flag(
        ServiceMode.Option, "Run as a Windows service, started by the service manager; errors go to the Application event log.");

    public static Command Create(Terminal terminal, TimeProvider time, WindowsService? service) => new ExampleCommand(
        "watch", "Keep measuring; report every change with its time.", Headings.Here)
    {
        Examples =
        [
            ("timerprobe watch --for 8h", "a sample every 10 seconds and a line for each change; without --for, until Ctrl+C or SIGTERM"),
            ("timerprobe watch --every 1s --for 1m --samples --output json", "also write a line of JSON for each sample"),
            ("timerprobe watch --for 24h --save", "save changes in the store, for timerprobe history"),
            ("timerprobe watch --for 24h --config timerprobe.json", "save changes to the configured store, and send alerts when the clock turns slow"),
            ("timerprobe watch --for 24h --reference ntp.example.org", "also compare the clock's rate with an NTP server"),
            ("timerprobe watch --for 24h --publish", "leave changes with the hypervisor too, for timerprobe scan"),
            ("timerprobe watch --for 24h --submit https://timerprobe.example.org:8443 --submit-token-file token", "submit changes to a timerprobe-server"),
            ("timerprobe watch --for 24h --log watch.jsonl --metrics timerprobe.prom", "also write a log file, and gauges for a textfile collector"),
        ],
    }.Doing(command => new WatchCommand(command, terminal, time, service).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var run = _run.Read(parsed, cancel);
        CheckService(parsed, run.Saves || run.Submit is not null);
        var settings = Read(parsed, _anonymize.Read(parsed, run.Configuration.Anonymize));
        await using var saved = await run.OpenStoreAsync(cancel, BusyTimeout);
        using var submission = run.OpenSubmission(cancel);
        using var notice = new ServiceNotice(terminal.Variables["NOTIFY_SOCKET"], service);
        using var outputs = new WatchOutputs(terminal, ReadOutput(parsed), parsed.GetValue(_log), parsed.GetValue(_metrics), notice);
        await new MachineWatch(settings, saved, submission, run.Context).RunAsync(outputs, outputs.Sampled, cancel);
        return (int)((saved.IsPartial || submission is { IsPartial: true }) && !cancel.IsCancellationRequested
            ? ExitCode.Partial
            : ExitCode.Done);
    }

    /// <summary>Makes sure that a service is started as one, and that what it writes can be found.</summary>
    /// <exception cref="UseCaseException">It is not.</exception>
    private void CheckService(ParseResult parsed, bool saves)
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

        foreach (var option in ServiceFiles)
        {
            if (parsed.GetValue<string?>(option) is { } path && !Path.IsPathFullyQualified(path))
            {
                throw new UseCaseException(
                    Failure.Usage,
                    $"{option} needs an absolute path with {ServiceMode.Option}, such as C:\\ProgramData\\TimerProbe\\watch\\{Path.GetFileName(path)}, not '{path}': services start in the Windows folder");
            }
        }
    }

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

    private OutputSettings ReadOutput(ParseResult parsed)
    {
        var file = parsed.GetValue(_out);
        return new OutputSettings(
            parsed.GetValue(_output) ?? OutputFormat.OfEnding(file) ?? Formats[0], file, parsed.GetValue(_noColor));
    }

    private static string? IsOneOf(OptionResult file, string[] others) =>
        Array.Exists(others, other => file.GetValue<string?>(other) is { } path
            && !string.IsNullOrWhiteSpace(path)
            && ResolvedPath.IsSame(path, file.GetValueOrDefault<string>()!))
            ? "--out, --log and --metrics each need a file of their own"
            : null;
}
