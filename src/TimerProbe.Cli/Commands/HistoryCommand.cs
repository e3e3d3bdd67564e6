using System.CommandLine;
using System.CommandLine.Parsing;
using TimerProbe.Application.History;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Forms;
using TimerProbe.Fleet.Store;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Commands;

internal sealed class HistoryCommand(Terminal terminal, TimeProvider time)
{
    private readonly Argument<string?> _name = new("NAME")
    {
        HelpName = "NAME",
        Description = "A virtual machine, host, cluster or guest: its name, UUID or managed object id. [default: the whole fleet]",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<string?> _kind = KindOption.Create("What NAME is", [.. HistorySearch.Kinds]);
    private readonly Option<string?> _server = new("--server")
    {
        Description = "The vCenter that has NAME, when several do; without NAME, the vCenter to report on.",
        HelpName = "SERVER",
    };

    private readonly WindowOptions _window = new();
    private readonly SavedRunsOptions _store = new(terminal, time);
    private readonly OutputOptions _output = new(DocumentForms.History.Formats);

    public Command Create()
    {
        var command = new ExampleCommand(
            "history", "Show when a machine was fast or slow, alongside its moves; without a name, show the whole fleet.")
        {
            Examples =
            [
                ("timerprobe history", "how many machines were away over time, and what changed"),
                ("timerprobe history DB01 --last 7d", "one virtual machine over the last week"),
                ("timerprobe history DB01 --from 2026-11-01 --to 2026-11-08 --out db01.html", "a page with a picture"),
                ("timerprobe history list", "the saved runs"),
                ("timerprobe history prune --older-than 90d", "remove older runs"),
            ],
        };
        command.Arguments.Add(_name);
        command.Options.Add(_kind);
        command.Options.Add(_server);
        _window.AddTo(command);
        _store.AddTo(command);
        _output.AddTo(command);
        AddWhole(command, new HistoryListCommand(terminal, time).Create());
        AddWhole(command, new HistoryAlertsCommand(terminal, time).Create());
        AddWhole(command, new HistoryPruneCommand(terminal, time).Create());
        command.SetAction(RunAsync);
        return command;
    }

    /// <summary>Adds a command that is about the whole store: a name before it would look as if it were about that alone.</summary>
    private void AddWhole(Command history, Command command)
    {
        command.Validators.Add(result =>
        {
            if (result.Parent is CommandResult parent && parent.GetResult(_name) is { Tokens: [var name, ..] })
            {
                result.AddError($"history {command.Name} applies to the whole store: remove '{name.Value}' before it");
            }
        });
        history.Subcommands.Add(command);
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
