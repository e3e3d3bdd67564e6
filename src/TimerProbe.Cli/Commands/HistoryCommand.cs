using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace TimerProbe.Cli.Commands;

internal sealed class HistoryCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly Argument<string?> _name = command.Positional<string?>(
        "NAME",
        "A virtual machine, host, cluster or guest: its name, UUID or managed object id. [default: the whole fleet]",
        ArgumentArity.ZeroOrOne);
    private readonly DeclaredOption<string?> _kind = command.Kind("What NAME is", [.. HistorySearch.Kinds]);
    private readonly DeclaredOption<string?> _server = command.Text(
        "--server", "SERVER", "The vCenter that has NAME, when several do; without NAME, the vCenter to report on.", Headings.Access);
    private readonly WindowOptions _window = new(command);
    private readonly SavedRunsOptions _store = new(command, terminal, time);
    private readonly OutputOptions _output = new(command, DocumentForms.History.Formats);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "history", "Show when a machine was fast or slow, alongside its moves; without a name, show the whole fleet.", Headings.Fleet)
    {
        Examples =
        [
            ("timerprobe history", "how many machines were away over time, and what changed"),
            ("timerprobe history DB01 --from 7d", "one virtual machine over the last week"),
            ("timerprobe history DB01 --from 2026-11-01 --to 2026-11-08 --out db01.html", "a page with a picture"),
            ("timerprobe history list", "the saved runs"),
            ("timerprobe history prune --older-than 90d", "remove older runs"),
        ],
        Subcommands =
        {
            OfTheWhole(HistoryListCommand.Create(terminal, time)),
            OfTheWhole(HistoryAlertsCommand.Create(terminal, time)),
            OfTheWhole(HistoryPruneCommand.Create(terminal, time)),
        },
    }.Doing(command => new HistoryCommand(command, terminal, time).RunAsync);

    /// <summary>
    /// A command that is about the whole store: a name before it would look as if it were about that alone, and an option before it is
    /// one of <c>history</c>, which would not be heeded.
    /// </summary>
    private static Command OfTheWhole(Command command)
    {
        command.Refuse(result => (result.Parent as CommandResult)?.Children.Select(before => before switch
        {
            ArgumentResult { Tokens: [var name, ..] } => $"history {command.Name} applies to the whole store: remove '{name.Value}' before it",
            OptionResult { Implicit: false, Option.Name: var option } => $"put {option} after '{command.Name}', not before it",
            _ => null,
        }).FirstOrDefault(why => why is not null));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var now = time.GetUtcNow();
        var window = _window.Read(parsed, now);
        var output = _output.Read(parsed);
        using var destination = DocumentOutput.Open(terminal, output);
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancel);
        var search = new HistorySearch(store.History, window, ThisProgram.Context(terminal, time), store.Runs);
        var document = await StoreAccessor.GuardAsync(() => parsed.GetValue(_name) is { } name
            ? search.ReadAsync(name, parsed.GetValue(_kind), parsed.GetValue(_server), cancel)
            : search.ReadFleetAsync(parsed.GetValue(_server), cancel));
        DocumentForms.History.Write(
            document, output.Format, new TextView(output.Style(terminal), _output.ReadDetail(parsed)), MetricView.Brief, destination);
        return (int)ExitCode.Done;
    }
}

internal sealed class HistoryListCommand(Command command, Terminal terminal, TimeProvider time)
{
    private const int Usual = 20;

    private readonly DeclaredOption<string?> _kind = command.Kind("Only runs of this command", SharedOptions.KindsOfRuns);
    private readonly DeclaredOption<int?> _most = command.Count(
        "--most", $"Show at most this many runs, newest first. [default: {Usual}]", 1, 1_000_000);
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
    }.Doing(command => new HistoryListCommand(command, terminal, time).RunAsync);

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
            Runs = [.. runs.Select(ToListed)],
        };
        DocumentForms.Runs.Write(document, output.Format, new TextView(output.Style(terminal), Detail.Full), MetricView.Brief, destination);
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

internal sealed class HistoryPruneCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly DeclaredOption<TimeSpan?> _olderThan = command.Age(
        "--older-than", "Remove runs older than this, such as 90d, and the data that only they hold.").Needed();
    private readonly SavedRunsOptions _store = new(command, terminal, time);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "prune", "Remove old runs from the store. State that is still current is kept, no matter how old.")
    {
        Examples = [("timerprobe history prune --older-than 90d", "remove runs older than 90 days")],
    }.Doing(command => new HistoryPruneCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var before = time.GetUtcNow() - parsed.GetValue(_olderThan)!.Value;

        // Opening it to write would create a missing store.
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancel);
        var said = time.GetTimestamp();
        var options = new PruneOptions
        {
            Progress = pruned =>
            {
                if (time.GetElapsedTime(said) > TimeSpan.FromSeconds(1))
                {
                    said = time.GetTimestamp();
                    terminal.Say(pruned.Bytes > 0
                        ? $"the file is {Megabytes(pruned)} smaller so far"
                        : $"{Counted.Of(pruned.Runs, "run")} removed so far");
                }
            },
        };
        ReportPruned(await StoreAccessor.GuardAsync(() => store.PruneAsync(before, options, cancel)), before);
        return (int)ExitCode.Done;
    }

    private void ReportPruned(PrunedRuns pruned, DateTimeOffset before)
    {
        var started = before.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
        terminal.Out.WriteLine(pruned.Runs == 0
            ? $"Nothing to remove: no run started before {started} UTC."
            : $"Removed {Counted.Of(pruned.Runs, "run")} that started before {started} UTC.");
        if (pruned.CannotShrink)
        {
            terminal.Complain(
                "the file keeps its size, because its free room can only be used again: it was not made by timerprobe, or was copied as text. SQLite's command VACUUM makes it smaller");
        }
        else if (pruned.Bytes > 0)
        {
            terminal.Out.WriteLine($"The file is {Megabytes(pruned)} smaller.");
        }
        else if (pruned.Runs > 0)
        {
            terminal.Out.WriteLine($"The room of {Counted.Of(pruned.Rows, "row")} is used again.");
        }
    }

    private static string Megabytes(PrunedRuns pruned) => string.Create(CultureInfo.InvariantCulture, $"{pruned.Bytes / 1e6:#,0.0} MB");
}

internal sealed class HistoryAlertsCommand(Command command, Terminal terminal, TimeProvider time)
{
    private const int Usual = 20;
    private const int ShortestId = 8;

    private readonly DeclaredOption<string?> _acknowledge = command.Text(
        "--acknowledge", "ID", "Acknowledge this alert, by its id or the start of it: it is no longer sent to anyone.");
    private readonly DeclaredOption<int?> _most = command.Count(
        "--most",
        $"Show at most this many alerts, newest first; one sent through several channels counts once for each. [default: {Usual}]",
        1,
        1_000_000);
    private readonly SavedRunsOptions _store = new(command, terminal, time);
    private readonly DeclaredOption<bool> _noColor = command.NoColor();

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "alerts", "List the stored alerts, newest first, or acknowledge one.")
    {
        Examples = [("timerprobe history alerts", "the delivery status of each alert, and any error")],
    }.Doing(command => new HistoryAlertsCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var id = parsed.GetValue(_acknowledge);
        await using var store = await _store.OpenAsync(parsed, id is null ? StoreAccess.Read : StoreAccess.Write, cancel);
        if (id is not null)
        {
            await AcknowledgeAsync(store, id, cancel);
        }

        var alerts = await StoreAccessor.GuardAsync(() => store.Alerts.ListAsync(parsed.GetValue(_most) ?? Usual, cancel));
        terminal.Out.Write(Text(alerts, terminal.Style(parsed.GetValue(_noColor))));
        return (int)ExitCode.Done;
    }

    private static async Task AcknowledgeAsync(FleetStore store, string id, CancellationToken cancel)
    {
        var found = id.Length < ShortestId ? [] : await StoreAccessor.GuardAsync(() => store.Alerts.FindAsync(id, cancel));
        if (found is not [var whole])
        {
            throw new UseCaseException(Failure.Usage, found.Count > 1
                ? $"several alerts have ids that begin with {id}: enter more of it"
                : $"no alert has the id {id}: enter the whole id, or its first {ShortestId} digits or more, as timerprobe history alerts lists it");
        }

        if (await StoreAccessor.GuardAsync(() => store.Alerts.AcknowledgeAsync(whole, cancel)) == 0)
        {
            throw new UseCaseException(Failure.Usage, "that alert is already acknowledged");
        }
    }

    private static string Text(IReadOnlyList<StoredAlert> alerts, TextStyle style) => Page.Text(style, page =>
    {
        if (alerts.Count == 0)
        {
            page.Paragraph("No stored alerts. Saved runs create them when their configuration has \"alerts\".");
            return;
        }

        foreach (var alert in alerts)
        {
            page.Paragraph($"{Times.Minute(alert.CreatedAt)}  {PlainText.OneLine(alert.Kind)}  {PlainText.OneLine(alert.Subject)}");
            page.Paragraph($"{PlainText.OneLine(alert.Channel)}: {alert.State.ToDocumentName()}{Tries(alert)}", indent: 2);
            page.Paragraph(PlainText.OneLine(alert.Id), indent: 2, Styles.Faint);
        }
    });

    private static string Tries(StoredAlert alert) => alert.State is AlertState.Pending or AlertState.Failed && alert.Attempts > 0
        ? $" after {Counted.Number(alert.Attempts)} {(alert.Attempts == 1 ? "try" : "tries")}{(alert.LastError is { } error ? $": {PlainText.OneLine(error)}" : "")}"
        : "";
}
