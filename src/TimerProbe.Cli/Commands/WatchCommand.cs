namespace TimerProbe.Cli.Commands;

internal sealed class WatchCommand(Command command, Terminal terminal, TimeProvider time, WindowsService? service)
{
    public static readonly string[] Formats = [OutputFormat.Text, OutputFormat.Json];

    private const string Log = "--log";

    private static readonly string[] ServiceFiles = [Log, "--config", "--store", SubmitOption.TokenFileName, SubmitOption.CaFileName];

    private static readonly TimeSpan MinDuration = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan BusyTimeout = TimeSpan.FromSeconds(2);

    private readonly DeclaredOption<TimeSpan?> _every = command.Duration(
        "--every", "Time between samples, at least 1s; each takes about 5 ms of one CPU. [default: 10s]", MinDuration);
    private readonly DeclaredOption<TimeSpan?> _for = command.Duration(
        "--for", "Stop after this long. [default: run until stopped]", MinDuration);
    private readonly DeclaredOption<NtpAddress?> _reference = command.Reference(
        "Compare the time and the clock's rate with this NTP server, about once a minute.");
    private readonly DeclaredOption<bool> _noStub = command.NoStub();
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and UUIDs");
    private readonly PublishOption _publish = new(command);
    private readonly DeclaredOption<string?> _output = command.Word(
        "--output", "FORMAT", "The format: text or json, which is one object per line. [default: text]", Formats, Headings.Output);
    private readonly DeclaredOption<string?> _log = command.Text(Log, "FILE", "Also append lines of JSON to this file.");
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
            ("timerprobe watch --for 24h --log watch.jsonl", "also write lines of JSON to a file"),
            ("timerprobe watch --for 24h --save", "save changes in the store, for timerprobe history"),
            ("timerprobe watch --for 24h --config timerprobe.json", "save changes to the configured store, and send alerts when the clock turns slow"),
            ("timerprobe watch --for 24h --reference ntp.example.org", "also compare the clock's rate with an NTP server"),
            ("timerprobe watch --for 24h --publish", "leave changes with the hypervisor too, for timerprobe scan"),
            ("timerprobe watch --for 24h --submit https://timerprobe.example.org:8443 --submit-token-file token", "submit its lines to a timerprobe-server, which alerts when they cease"),
        ],
    }.WithHandler(command => new WatchCommand(command, terminal, time, service).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var run = _run.Read(parsed, cancellationToken);
        CheckService(parsed, run.Saves || run.Submit is not null);
        var settings = Read(parsed, _anonymize.Read(parsed, run.Configuration.Anonymize), run.Context);
        await using var saved = await run.OpenStoreAsync(cancellationToken, BusyTimeout);
        using var submission = run.OpenSubmission(cancellationToken);
        using var notice = new ServiceNotice(terminal.Variables["NOTIFY_SOCKET"], service);
        // The file before the console: when nobody reads that any more, it has the line already.
        IWatchLog[] outputs =
        [
            .. parsed.GetValue(_log) is { } log ? [LineFile.Open(terminal, log, time)] : Array.Empty<IWatchLog>(),
            Report(notice),
            OpenConsole(parsed.GetValue(_output) ?? Formats[0], terminal.Style(parsed.GetValue(_noColor))),
        ];
        await new MachineWatch(settings, saved, submission, run.Context).RunAsync(outputs, cancellationToken);
        return (int)((saved.IsPartial || submission is { IsPartial: true }) && !cancellationToken.IsCancellationRequested
            ? ExitCode.Partial
            : ExitCode.Done);
    }

    /// <summary>Lines on standard output, each there at once.</summary>
    private WatchLog OpenConsole(string format, TextStyle style)
    {
        var data = terminal.Data;
        return new WatchLog(line =>
        {
            data.Write(format == OutputFormat.Json ? WatchJson.Write(line) : Encoding.UTF8.GetBytes(WatchText.Write(line, style)));
            data.Flush();
        });
    }

    /// <summary>Reports to the service manager that the watch is alive, and that it ends.</summary>
    private static WatchLog Report(ServiceNotice notice) => new(
        line =>
        {
            if (line.Event == WatchEvent.Stopped)
            {
                notice.Stopping();
            }
        },
        notice.Alive);

    /// <summary>Makes sure that a service is started as one, and that what it writes can be found.</summary>
    private void CheckService(ParseResult parsed, bool saves)
    {
        if (!parsed.GetValue(_service))
        {
            return;
        }

        ServiceMode.AssertStarted(service);
        if (!saves && parsed.GetValue(_log) is null)
        {
            throw new UseCaseException(
                ExitCode.Usage, $"{ServiceMode.Option} has no console to write to: add --log FILE, --save or --submit");
        }

        foreach (var option in ServiceFiles)
        {
            if (parsed.GetValue<string?>(option) is { } path && !Path.IsPathFullyQualified(path))
            {
                throw new UseCaseException(
                    ExitCode.Usage,
                    $"{option} needs an absolute path with {ServiceMode.Option}, such as C:\\ProgramData\\TimerProbe\\watch\\{Path.GetFileName(path)}, not '{path}': services start in the Windows folder");
            }
        }
    }

    private WatchSettings Read(ParseResult parsed, Pseudonyms? pseudonyms, UseCaseContext context) => new()
    {
        Every = parsed.GetValue(_every) ?? TimeSpan.FromSeconds(10),
        For = parsed.GetValue(_for),
        Reference = parsed.GetValue(_reference),
        UseStub = !parsed.GetValue(_noStub),
        Publisher = _publish.Open(parsed, pseudonyms is not null, context),
        Pseudonyms = pseudonyms,
    };
}
