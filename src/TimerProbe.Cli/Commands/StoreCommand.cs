using System.CommandLine;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Commands;

internal sealed class StoreCommand(Terminal terminal, TimeProvider time)
{
    public Command Create()
    {
        var command = new ExampleCommand("store", "Look after the store of saved runs.")
        {
            Examples =
            [
                ("timerprobe store migrate", "bring the store to the form that this version makes"),
            ],
        };
        command.Subcommands.Add(new StoreMigrateCommand(terminal, time).Create());
        return command;
    }
}

internal sealed class StoreMigrateCommand(Terminal terminal, TimeProvider time)
{
    private readonly SavedRunsOptions _store = new(terminal, time);

    public Command Create()
    {
        var command = new ExampleCommand(
            "migrate", "Bring the store to the form that this version makes, as the owner of its tables; create it if it is not there.")
        {
            Examples =
            [
                ("timerprobe store migrate --config timerprobe.json", "with the owner's login, before scanners and guests use the new version"),
            ],
        };
        _store.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        terminal.Out.WriteLine(await StoreAccessor.MigrateAsync(_store.Read(parsed, cancel), time, cancel));
        return (int)ExitCode.Done;
    }
}
