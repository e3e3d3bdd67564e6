using System.CommandLine;

namespace TimerProbe.Cli.Commands;

internal sealed class StoreCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly SavedRunsOptions _store = new(command, terminal, time);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "store", "Look after the store of saved runs.", Headings.Fleet)
    {
        Examples = [("timerprobe store migrate", "bring the store to the form that this version makes")],
        Subcommands =
        {
            new ExampleCommand(
                "migrate",
                "Bring the store to the form that this version makes; create it if it is not there. Every command that saves does so too.")
            {
                Examples = [("timerprobe store migrate --config timerprobe.json", "the store that a configuration names")],
            }.WithHandler(command => new StoreCommand(command, terminal, time).RunAsync),
        },
    };

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Write, cancellationToken);
        terminal.Out.WriteLine(StoreAccessor.FormText(store));
        return (int)ExitCode.Done;
    }
}
