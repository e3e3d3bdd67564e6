using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>
/// Removes what is old, a day at a time, each in a transaction of its own that others may write after. What is still so is kept, however
/// long ago it began.
/// </summary>
internal sealed class Pruning(
    StoreDatabase database, DateTimeOffset olderThan, PruneOptions options, TimeProvider time, CancellationToken cancel)
{
    private const long Day = 24 * 3_600_000;
    private const long PagesAtOnce = 4_000;

    /// <summary>What refers to others comes first.</summary>
    private static readonly string[] OfDay =
    [
        "prune-change", "forget-run-of-change", "prune-measurement", "forget-run-of-measurement", "prune-scan",
        "prune-sql-figure", "prune-sql-run", "prune-run", "prune-machine-state", "prune-host-state", "prune-alert",
    ];

    private static readonly string[] OfNothingLeft = ["prune-machine", "prune-host", "prune-guest"];

    private readonly long _cutoff = olderThan.ToUnixTimeMilliseconds();
    private readonly long _start = time.GetTimestamp();
    private PrunedRuns _pruned = new();

    public async Task<PrunedRuns> RunAsync()
    {
        var first = await OldestAsync();
        var oldest = first;
        while (oldest < _cutoff && !(oldest > first && IsOver))
        {
            await RemoveAsync(OfDay, Math.Min(_cutoff, oldest + Day));
            oldest = await OldestAsync();
        }

        if (first < _cutoff)
        {
            await RemoveAsync(OfNothingLeft, _cutoff);
        }

        // What is free is used again: a store that is pruned after each scan gives it back once a day.
        if (options.Most is null || oldest / Day > first / Day)
        {
            await ShrinkAsync();
        }

        return _pruned;
    }

    private bool IsOver => options.Most is { } most && time.GetElapsedTime(_start) > most;

    private async Task<long> OldestAsync() =>
        await database.ReadAsync(session => session.FirstAsync("prune-oldest", row => row.LongOrNull(0)), cancel) ?? long.MaxValue;

    private async Task RemoveAsync(string[] statements, long until)
    {
        _pruned = await database.WriteAsync(
            async session =>
            {
                var pruned = _pruned;
                foreach (var statement in statements)
                {
                    var rows = await session.ExecuteAsync(statement, ("cutoff", until));
                    pruned = pruned with
                    {
                        Rows = pruned.Rows + (statement.StartsWith("prune", StringComparison.Ordinal) ? rows : 0),
                        Runs = pruned.Runs + (statement == "prune-run" ? rows : 0),
                    };
                }

                return pruned;
            },
            cancel);
        await RestAsync();
    }

    private async Task ShrinkAsync()
    {
        ShrinkStep step;
        do
        {
            step = await database.ShrinkAsync(PagesAtOnce, cancel);
            _pruned = _pruned with { Bytes = _pruned.Bytes + step.Bytes, CannotShrink = step is { Bytes: 0, Left: > 0 } };
            await RestAsync();
        }
        while (step is { Bytes: > 0, Left: > 0 } && !IsOver);
    }

    /// <summary>Leaves the store to others, and reports how far it has come.</summary>
    private Task RestAsync()
    {
        options.Progress?.Invoke(_pruned);
        return Task.Delay(database.Rest, time, cancel);
    }
}
