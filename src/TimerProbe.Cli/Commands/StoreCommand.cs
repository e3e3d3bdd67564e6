using System.CommandLine;
using System.Globalization;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Fleet.Store;
using TimerProbe.Reporting;

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

internal sealed class StoreRepairCommand(Terminal terminal, TimeProvider time)
{
    private readonly Option<bool> _yes = new("--yes")
    {
        Description = "Date it before now, in its order. Without this option nothing is changed.",
    };

    private readonly SavedRunsOptions _store = new(terminal, time);

    public Command Create()
    {
        var command = new ExampleCommand("repair", "Show what a clock that was ahead left in the store's future, and date it before now.")
        {
            Examples =
            [
                ("timerprobe store repair", "show what lies in the store's future"),
                ("timerprobe store repair --yes", "date it before now"),
            ],
        };
        command.Options.Add(_yes);
        _store.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        // To write would make a store where there is none.
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancel);
        var mends = parsed.GetValue(_yes);
        var future = await StoreAccessor.GuardAsync(() => mends ? store.RepairAsync(cancel) : store.ReadFutureAsync(cancel));
        Write(store.Target, future, mends);
        return (int)ExitCode.Done;
    }

    private void Write(StoreTarget target, StoreFuture future, bool mends)
    {
        if (future.Parts.Count == 0)
        {
            terminal.Out.WriteLine($"Nothing in {target} lies in the future: it is {Time(future.Now)}.");
            return;
        }

        terminal.Out.WriteLine($"In the future of {target}, where it is {Time(future.Now)}, {(mends ? "lay" : "lie")}:");
        foreach (var part in future.Parts)
        {
            terminal.Out.WriteLine($"  {part.What}: {Counted.Number(part.Count)}, the latest of {Time(part.Latest)}");
        }

        terminal.Out.WriteLine(mends
            ? "Dated before now, in their order."
            : "Nothing was changed: with --yes they are dated before now, in their order.");
    }

    private static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture) + " UTC";
}
