namespace TimerProbe.Cli.Commands;

internal sealed class CheckCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly DeclaredOption<TimeSpan?> _budget = command.Duration(
        "--budget", "Wall-clock limit for an undecided check; most checks need a hundredth of it. [default: 5s]");
    private readonly DeclaredOption<ProcessorList?> _processors = command.Value(
        "--processors",
        "LIST",
        "Measure only on these processors, and take the verdict from the first: 0,2-5, or 1:0-3 with a Windows group.",
        ProcessorList.Parse,
        "a list such as 0,2-5 or 1:0-3");
    private readonly DeclaredOption<bool> _perProcessor = command.Flag("--per-processor", "Measure on each allowed processor in turn.");
    private readonly DeclaredOption<bool> _scaling = command.Flag("--scaling", "Measure on 1, 2, 4 ... all allowed processors at once.");
    private readonly DeclaredOption<TimeSpan?> _drift = command.Duration(
        "--drift",
        "Compare the rate of this machine's clocks with an outside clock for this long: at least 10s with --reference, 60s with VMware Tools.",
        TimeProbe.ShortestDrift);
    private readonly DeclaredOption<NtpAddress?> _reference = command.Reference(
        "The NTP server to compare the time with, within a second; with --drift also the clock's rate.");
    private readonly DeclaredOption<(int Count, TimeSpan Length)?> _rounds = command.Value(
        "--rounds",
        "COUNT",
        "Count calls in rounds of 1s, dropping the first, to compare with older results; 16 is the classic number. 3x200ms: three rounds of 200 ms.",
        ParseRounds,
        "a number from 2 to 10000, or one with a length such as 3x200ms");
    private readonly DeclaredOption<bool> _noStub = command.NoStub();
    private readonly AnonymizeOption _anonymize = new(command, terminal, "names and UUIDs");
    private readonly PublishOption _publish = new(command);
    private readonly OutputOptions _output = new(command, DocumentForms.Check.Formats);
    private readonly FailOnOption _failOn = new(command);
    private readonly RunOptions _run = new(command, reads: false, terminal, time);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "check", "Measure this machine's clocks: verdict, cause, remedies.", Headings.Here)
    {
        Examples =
        [
            ("timerprobe check", "the verdict, in well under a second"),
            ("timerprobe check --detail full", "with the commands and caveats of each remedy"),
            ("timerprobe check --out ticket.md", "the result for a ticket, as Markdown; .html makes a page"),
            ("timerprobe check --per-processor --scaling", "measure each processor, then all of them at once"),
            ("timerprobe check --output json --out check.json", "the whole document, to a file"),
            ("timerprobe check --save", "save the result for timerprobe history"),
            ("timerprobe check --publish", "also leave the result with the hypervisor, for timerprobe scan"),
            ("timerprobe check --submit https://timerprobe.example.org:8443 --submit-token-file token", "submit the result to a timerprobe-server"),
            ("timerprobe check --config timerprobe.json", "save it to the configured store, and send alerts on change"),
            ("timerprobe check --reference ntp.example.org", "whether the time is right, by an NTP server"),
            ("timerprobe check --drift 60s --reference ntp.example.org", "compare the clock's rate with an NTP server"),
            ("timerprobe check --rounds 3x200ms", "count calls in rounds, to compare with older results"),
        ],
    }.WithHandler(command => new CheckCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var run = _run.Read(parsed, cancellationToken);
        var context = run.Context;
        await using var saved = await run.OpenStoreAsync(cancellationToken);
        using var submission = run.OpenSubmission(cancellationToken);
        var settings = Read(parsed, run.Configuration);
        var publisher = _publish.Open(parsed, settings.Pseudonyms is not null, context);
        using var output = _output.Open(terminal, DocumentForms.Check, parsed);
        var document = await new GuestCheck(settings, context).RunAsync(cancellationToken);
        if (cancellationToken.IsCancellationRequested)
        {
            Write();
            return (int)ExitCode.Cancelled;
        }

        var isPublished = true;
        await RunSettings.SaveAsync(saved, submission, RunResult.From(document), Report, cancellationToken);
        return (int)_failOn.Judge(
            parsed, document.Findings, run.Configuration.FailOn, saved.IsPartial || !isPublished || submission is { IsPartial: true });

        void Write()
        {
            output.Write(document, saved.Facts);
            _output.SayFile(terminal, parsed, CheckSummary.From(document).State);
        }

        void Report()
        {
            Write();
            isPublished = publisher is null || publisher.Publish(PublishedCheck.From(document, context.Tool), cancellationToken);
        }
    }

    private CheckSettings Read(ParseResult parsed, FileConfiguration configuration) => new()
    {
        Budget = parsed.GetValue(_budget) ?? MeasuringPlan.DefaultBudget,
        Processors = parsed.GetValue(_processors),
        PerProcessor = parsed.GetValue(_perProcessor),
        Scaling = parsed.GetValue(_scaling),
        Drift = parsed.GetValue(_drift),
        Reference = parsed.GetValue(_reference),
        Rounds = parsed.GetValue(_rounds),
        UseStub = !parsed.GetValue(_noStub),
        Mutes = configuration.Muting,
        Pseudonyms = _anonymize.Read(parsed, configuration.Anonymize),
    };

    /// <summary>Reads <c>16</c>, whose rounds last a second, or <c>3x200ms</c>; null for what is neither.</summary>
    private static (int Count, TimeSpan Length)? ParseRounds(string text)
    {
        var length = text.IndexOf('x', StringComparison.Ordinal) is >= 0 and var at ? text[(at + 1)..] : "1s";
        return int.TryParse(text.Split('x')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            && count is >= 2 and <= 10_000
            && DurationText.Parse(length) is { } each
            ? (count, each)
            : null;
    }
}
