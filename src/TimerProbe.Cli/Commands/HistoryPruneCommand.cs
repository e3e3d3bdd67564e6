using System.CommandLine;
using System.Globalization;
using TimerProbe.Application.Saving;
using TimerProbe.Cli.Commands.Help;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Fleet.Store;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Commands;

internal sealed class HistoryPruneCommand(Terminal terminal, TimeProvider time)
{
    private readonly Option<TimeSpan?> _olderThan = AgeOption.Create(
        "--older-than", "Remove runs older than this, such as 90d, and the data that only they hold.");
    private readonly SavedRunsOptions _store = new(terminal, time);

    public Command Create()
    {
        _olderThan.Required = true;
        var command = new ExampleCommand("prune", "Remove old runs from the store. State that is still current is kept, no matter how old.")
        {
            Examples = [("timerprobe history prune --older-than 90d", "remove runs older than 90 days")],
        };
        command.Options.Add(_olderThan);
        _store.AddTo(command);
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancel)
    {
        var before = time.GetUtcNow() - parsed.GetValue(_olderThan)!.Value;

        // To write would make a store where there is none.
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancel);
        var said = time.GetTimestamp();
        var options = new PruneOptions
        {
            Progress = pruned =>
            {
                if (time.GetElapsedTime(said) > TimeSpan.FromSeconds(1))
                {
                    said = time.GetTimestamp();
                    terminal.Say(pruned.Bytes > 0
                        ? $"the file is {Megabytes(pruned)} smaller so far"
                        : $"{Counted.Of(pruned.Runs, "run")} and {Counted.Of(pruned.Chunks, "piece")} of documents removed so far");
                }
            },
        };
        Tell(await StoreAccessor.GuardAsync(() => store.PruneAsync(before, options, cancel)), before);
        return (int)ExitCode.Done;
    }

    private void Tell(PrunedRuns pruned, DateTimeOffset before)
    {
        var started = before.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);
        terminal.Out.WriteLine(pruned.Runs == 0
            ? $"Nothing to remove: no run started before {started} UTC."
            : $"Removed {Counted.Of(pruned.Runs, "run")} that started before {started} UTC, and {Counted.Of(pruned.Chunks, "piece")} of documents that only they had.");
        if (pruned.CannotShrink)
        {
            terminal.Complain(
                "the file keeps its size, because its free room can only be used again: it was not made by timerprobe, or was copied as text. SQLite's command VACUUM makes it smaller");
        }
        else if (pruned.Bytes > 0)
        {
            terminal.Out.WriteLine($"The file is {Megabytes(pruned)} smaller.");
        }
        else if (pruned.Runs > 0)
        {
            terminal.Out.WriteLine($"The room of {Counted.Of(pruned.Rows, "row")} is used again.");
        }
    }

    private static string Megabytes(PrunedRuns pruned) => string.Create(CultureInfo.InvariantCulture, $"{pruned.Bytes / 1e6:#,0.0} MB");
}
