namespace TimerProbe.Cli.Commands;

internal sealed class HistoryPruneCommand(Command command, Terminal terminal, TimeProvider time)
{
    private readonly DeclaredOption<TimeSpan?> _olderThan = command.Age(
        "--older-than", "Remove runs older than this, such as 90d, and the data that only they hold.").AsRequired();
    private readonly SavedRunsOptions _store = new(command, terminal, time);

    public static Command Create(Terminal terminal, TimeProvider time) => new ExampleCommand(
        "prune", "Remove old runs from the store. State that is still current is kept, no matter how old.")
    {
        Examples = [("timerprobe history prune --older-than 90d", "remove runs older than 90 days")],
    }.WithHandler(command => new HistoryPruneCommand(command, terminal, time).RunAsync);

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var before = time.GetUtcNow() - parsed.GetValue(_olderThan)!.Value;

        // Opening it to write would create a missing store.
        await using var store = await _store.OpenAsync(parsed, StoreAccess.Read, cancellationToken);
        var said = time.GetTimestamp();
        ReportPruned(await StoreAccessor.GuardAsync(() => store.PruneAsync(before, cancellationToken, progress: Say)), before);
        return (int)ExitCode.Done;

        void Say(PrunedRuns pruned)
        {
            if (time.GetElapsedTime(said) > TimeSpan.FromSeconds(1))
            {
                said = time.GetTimestamp();
                terminal.Say(pruned.Bytes > 0
                    ? $"the file is {Megabytes(pruned)} smaller so far"
                    : $"{Counted.Of(pruned.Runs, Noun.Run)} removed so far");
            }
        }
    }

    private void ReportPruned(PrunedRuns pruned, DateTimeOffset before)
    {
        var started = before.UtcDateTime.ToString("yyyy-MM-dd HH:mm");
        terminal.Out.WriteLine(pruned.Runs == 0
            ? $"Nothing to remove: no run started before {started} UTC."
            : $"Removed {Counted.Of(pruned.Runs, Noun.Run)} that started before {started} UTC.");
        if (pruned.CannotShrink)
        {
            terminal.ReportProblem(
                "the file keeps its size, because its free room can only be used again: it was not made by timerprobe, or was copied as text. SQLite's command VACUUM makes it smaller");
        }
        else if (pruned.Bytes > 0)
        {
            terminal.Out.WriteLine($"The file is {Megabytes(pruned)} smaller.");
        }
        else if (pruned.Runs > 0)
        {
            terminal.Out.WriteLine($"The room of {Counted.Of(pruned.Rows, Noun.Row)} is used again.");
        }
    }

    private static string Megabytes(PrunedRuns pruned) => $"{pruned.Bytes / 1e6:#,0.0} MB";
}
