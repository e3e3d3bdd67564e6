using System.CommandLine;
using TimerProbe.Application;
using TimerProbe.Application.Keeping;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.History;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Commands;

/// <summary><c>timerprobe history alerts</c>.</summary>
internal sealed class HistoryAlertsCommand(Terminal terminal, TimeProvider time)
{
    private const int Usual = 20;
    private const int ShortestId = 8;

    private readonly Option<string?> _acknowledge = new("--acknowledge")
    {
        Description = "Say that somebody knows of this alert, by its id or how that begins: it is sent to nobody any more.",
        HelpName = "ID",
    };

    private readonly Option<int?> _most = CountOption.Create("--most", $"So many alerts, the newest; one that goes several ways counts for each. [default: {Usual}]", 1, 1_000_000);
    private readonly StoreOption _store = new(time);
    private readonly ConfigOption _config = new();
    private readonly Option<bool> _noColor = new("--no-color") { Description = "No colors, as with the environment variable NO_COLOR." };

    public Command Create()
    {
        var command = new ExampleCommand("alerts", "List the alerts that are kept, the newest first, and acknowledge one.")
        {
            Examples = [("timerprobe history alerts", "how far each alert got, and why not further")],
        };
        command.Options.Add(_acknowledge);
        command.Options.Add(_most);
        _store.AddTo(command);
        _config.AddTo(command);
        command.Options.Add(_noColor);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var configured = _config.Read(parsed, terminal, cancel).Store;
        var id = parsed.GetValue(_acknowledge);
        await using var store = await _store.OpenAsync(parsed, configured, id is null ? StoreAccess.Read : StoreAccess.Write, cancel);
        if (id is not null)
        {
            await AcknowledgeAsync(store, id, cancel);
        }

        var alerts = await StoreAccessor.GuardAsync(() => store.Alerts.ListAsync(state: null, parsed.GetValue(_most) ?? Usual, cancel));
        terminal.Out.Write(AlertListText.Write(alerts, terminal.Style(parsed.GetValue(_noColor))));
        return (int)ExitCode.Done;
    }

    private static async Task AcknowledgeAsync(FleetStore store, string id, CancellationToken cancel)
    {
        var found = id.Length < ShortestId ? [] : await StoreAccessor.GuardAsync(() => store.Alerts.FindAsync(id, cancel));
        if (found is not [var whole])
        {
            throw new UseCaseException(Failure.Usage, found.Count > 1
                ? $"several alerts have ids that begin with {id}: give more of it"
                : $"no alert has the id {id}: give it whole, or its first {ShortestId} digits or more, as timerprobe history alerts lists it");
        }

        if (await StoreAccessor.GuardAsync(() => store.Alerts.AcknowledgeAsync(whole, cancel)) == 0)
        {
            throw new UseCaseException(Failure.Usage, "that alert was acknowledged before");
        }
    }
}
