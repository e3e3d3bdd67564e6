using System.CommandLine;
using TimerProbe.Cli.Commands.Help;
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
                ("timerprobe store repair", "show what a clock that was ahead left in the store's future"),
            ],
        };
        command.Subcommands.Add(new StoreMigrateCommand(terminal, time).Create());
        command.Subcommands.Add(new StoreRepairCommand(terminal, time).Create());
        return command;
    }
}
