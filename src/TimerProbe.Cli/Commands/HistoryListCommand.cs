using System.CommandLine;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Commands;

internal sealed class HistoryListCommand(Terminal terminal, TimeProvider time)
{
    private const int Usual = 20;

    private readonly Option<string?> _kind = KindOption.Create("Only runs of this command", KindOption.Runs);
    private readonly Option<int?> _most = CountOption.Create(
        "--most", $"Show at most this many runs, newest first. [default: {Usual}]", 1, 1_000_000);
    private readonly SavedRunsOptions _store = new(terminal, time);
    private readonly OutputOptions _output = new(DocumentForms.Runs.Formats, hasDetail: false);

    public Command Create()
    {
        var command = new ExampleCommand("list", "List the saved runs, newest first: started, kind, subject, state, document, findings.")
        {
            Examples =
            [
                ("timerprobe history list", "the newest runs"),
                ("timerprobe history list --kind scan --most 5", "the last five scans"),
                ("timerprobe history list --most 1000 --out runs.json", "for programs, with the whole ids"),
            ],
        };
        command.Options.Add(_kind);
        command.Options.Add(_most);
        _store.AddTo(command);
        _output.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancel);
        var query = new RunQuery { Kind = parsed.GetValue(_kind), Most = parsed.GetValue(_most) ?? Usual };
        var runs = await StoreAccessor.GuardAsync(() => store.Runs.ListAsync(query, cancel));
        var document = new RunsDocument
        {
            Tool = ThisProgram.Tool,
            WrittenAt = time.GetUtcNow(),
            Kind = query.Kind,
            Most = (int)query.Most,
            Runs = [.. runs.Select(Kept)],
        };
        DocumentForms.Runs.Write(document, output.Format, new TextView(output.Style(terminal), Detail.Full), MetricView.Brief, destination);
        if (RunSpool.For(store.Target).Count() is > 0 and var waiting)
        {
            terminal.Tell(
                $"{waiting} {(waiting == 1 ? "run waits" : "runs wait")} on this machine for the store: the next run with --save saves {(waiting == 1 ? "it" : "them")}");
        }

        return (int)ExitCode.Done;
    }

    private static ListedRun Kept(StoredRun run) => new(
        run.DocumentId,
        run.StartedAt,
        run.Kind,
        run.Subject,
        run.State,
        run.Cause,
        new FindingCounts(run.Critical, run.Warning, run.Info));
}
