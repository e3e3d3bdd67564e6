namespace TimerProbe.Cli.Commands;

internal sealed class StoreCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly SavedRunsOptions _store = new(command, terminal, time);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "store", "Look after the store of saved runs.", Headings.Fleet)
    {
        Examples = [("timerprobe store migrate", "upgrade the store to this version")],
        Subcommands =
        {
            new ExampleCommand(
                "migrate",
                "Upgrade the store to this version, or create it. Every command that saves does so too.")
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
