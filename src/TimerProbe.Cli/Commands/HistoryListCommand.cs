namespace TimerProbe.Cli.Commands;

internal sealed class HistoryListCommand(Command command, Terminal terminal, TimeProvider time)
{
    private const int DefaultValue = 20;

    private readonly DeclaredOption<string?> _kind = command.Kind("Only runs of this command", OptionDeclarations.KindsOfRuns);
    private readonly DeclaredOption<int?> _most = command.Count(
        "--most", $"Show at most this many runs, newest first. [default: {DefaultValue}]", 1, 1_000_000);
    private readonly SavedRunsOptions _store = new(command, terminal, time);
    private readonly OutputOptions _output = new(command, DocumentForms.Runs.Formats, hasDetail: false);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "list", "List the saved runs, newest first: started, kind, subject, state, document, findings.")
    {
        Examples =
        [
            ("timerprobe history list", "the newest runs"),
            ("timerprobe history list --kind scan --most 5", "the last five scans"),
            ("timerprobe history list --most 1000 --out runs.json", "for programs, with the whole ids"),
        ],
    }.WithHandler(command => new HistoryListCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancellationToken);
        var query = new RunQuery { Kind = parsed.GetValue(_kind), MaxRuns = parsed.GetValue(_most) ?? DefaultValue };
        var runs = await StoreAccessor.GuardAsync(() => store.Runs.ListAsync(query, cancellationToken));
        var document = new RunsDocument
        {
            Tool = ThisProgram.Tool,
            WrittenAt = time.GetUtcNow(),
            Kind = query.Kind,
            Most = (int)query.MaxRuns,
            Runs = [.. runs.Select(ToListed)],
        };
        var view = new TextView(_output.Style(terminal, parsed, output.File), Detail.Full);
        DocumentForms.Runs.Write(document, output.Format, view, MetricView.Brief, destination);
        return (int)ExitCode.Done;
    }

    private static ListedRun ToListed(StoredRun run) => new(
        run.DocumentId,
        run.StartedAt,
        run.Kind,
        run.Subject,
        run.State,
        run.Cause,
        new FindingCounts(run.Critical, run.Warning, run.Info));
}
