using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.History;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Commands;

internal sealed class HistoryAlertsCommand(Terminal terminal, TimeProvider time)
{
    private const int Usual = 20;
    private const int ShortestId = 8;

    private readonly Option<string?> _acknowledge = new("--acknowledge")
    {
        Description = "Acknowledge this alert, by its id or the start of it: it is no longer sent to anyone.",
        HelpName = "ID",
    };

    private readonly Option<int?> _most = CountOption.Create(
        "--most",
        $"Show at most this many alerts, newest first; one sent through several channels counts once for each. [default: {Usual}]",
        1,
        1_000_000);
    private readonly SavedRunsOptions _store = new(terminal, time);
    private readonly Option<bool> _noColor = OutputOptions.CreateNoColor();

    public Command Create()
    {
        var command = new ExampleCommand("alerts", "List the stored alerts, newest first, or acknowledge one.")
        {
            Examples = [("timerprobe history alerts", "the delivery status of each alert, and any error")],
        };
        command.Options.Add(_acknowledge);
        command.Options.Add(_most);
        _store.AddTo(command);
        command.Options.Add(_noColor);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var id = parsed.GetValue(_acknowledge);
        await using var store = await _store.OpenAsync(parsed, id is null ? StoreAccess.Read : StoreAccess.Write, cancel);
        if (id is not null)
        {
            await AcknowledgeAsync(store, id, cancel);
        }

        var alerts = await StoreAccessor.GuardAsync(() => store.Alerts.ListAsync(parsed.GetValue(_most) ?? Usual, cancel));
        terminal.Out.Write(AlertListText.Write(alerts, terminal.Style(parsed.GetValue(_noColor))));
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
}
