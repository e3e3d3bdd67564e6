namespace TimerProbe.Cli.Commands;

internal sealed class HistoryAlertsCommand(Command command, Terminal terminal, TimeProvider time)
{
    private const int DefaultValue = 20;
    private const int MinId = 8;

    private readonly DeclaredOption<string?> _acknowledge = command.Text(
        "--acknowledge", "ID", "Acknowledge this alert, by its id or the start of it: it is no longer sent to anyone.");
    private readonly DeclaredOption<int?> _most = command.Count(
        "--most",
        $"Show at most this many alerts, newest first; one sent through several channels counts once for each. [default: {DefaultValue}]",
        1,
        1_000_000);
    private readonly SavedRunsOptions _store = new(command, terminal, time);
    private readonly DeclaredOption<bool> _noColor = command.NoColor();

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "alerts", "List the stored alerts, newest first, or acknowledge one.")
    {
        Examples = [("timerprobe history alerts", "the delivery status of each alert, and any error")],
    }.WithHandler(command => new HistoryAlertsCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var id = parsed.GetValue(_acknowledge);
        await using var store = await _store.OpenAsync(parsed, id is null ? StoreAccess.Read : StoreAccess.Write, cancellationToken);
        if (id is not null)
        {
            await AcknowledgeAsync(store, id, cancellationToken);
        }

        var alerts = await StoreAccessor.GuardAsync(
            () => store.Alerts.ListAsync(parsed.GetValue(_most) ?? DefaultValue, cancellationToken));
        terminal.Out.Write(Text(alerts, terminal.Style(parsed.GetValue(_noColor))));
        return (int)ExitCode.Done;
    }

    private static async Task AcknowledgeAsync(FleetStore store, string id, CancellationToken cancellationToken)
    {
        var found = id.Length < MinId ? [] : await StoreAccessor.GuardAsync(() => store.Alerts.FindAsync(id, cancellationToken));
        if (found is not [var whole])
        {
            throw new UseCaseException(ExitCode.Usage, found.Count > 1
                ? $"several alerts have ids that begin with {id}: enter more of it"
                : $"no alert has the id {id}: enter the whole id, or its first {MinId} digits or more, as timerprobe history alerts lists it");
        }

        if (await StoreAccessor.GuardAsync(() => store.Alerts.AcknowledgeAsync(whole, cancellationToken)) == 0)
        {
            throw new UseCaseException(ExitCode.Usage, "that alert is already acknowledged");
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
        ? $" after {Counted.Of(alert.Attempts, Noun.Try)}{(alert.LastError is { } error ? $": {PlainText.OneLine(error)}" : "")}"
        : "";
}
