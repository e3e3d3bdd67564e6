using System.CommandLine;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.History;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Commands.History;

/// <summary><c>timerprobe history list</c>.</summary>
internal sealed class HistoryListCommand(Terminal terminal, TimeProvider time)
{
    private const int Usual = 20;

    private readonly Option<string?> _kind = KindOption.Create("Only runs of this command", KindOption.Runs);
    private readonly Option<int?> _most = CountOption.Create("--most", $"So many runs, the newest. [default: {Usual}]", 1, 1_000_000);
    private readonly StoreOption _store = new(time);
    private readonly ConfigOption _config = new();
    private readonly Option<bool> _noColor = new("--no-color") { Description = "No colours, as with the environment variable NO_COLOR." };

    public Command Create()
    {
        var command = new ExampleCommand("list", "List the runs that are kept, the newest first: started, kind, subject, state, document, findings.")
        {
            Examples =
            [
                ("timerprobe history list", "the newest runs"),
                ("timerprobe history list --kind scan --most 5", "the last five scans"),
            ],
        };
        command.Options.Add(_kind);
        command.Options.Add(_most);
        _store.AddTo(command);
        _config.AddTo(command);
        command.Options.Add(_noColor);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var configured = _config.Read(parsed, terminal).Store;
        await using var store = await _store.OpenAsync(parsed, configured, StoreAccess.Read, cancel);
        var query = new RunQuery { Kind = parsed.GetValue(_kind), Most = parsed.GetValue(_most) ?? Usual };
        var runs = await StoreOption.GuardAsync(() => store.Runs.ListAsync(query, cancel));
        terminal.Out.Write(RunListText.Write(runs, terminal.Style(parsed.GetValue(_noColor))));
        return (int)ExitCode.Done;
    }
}
