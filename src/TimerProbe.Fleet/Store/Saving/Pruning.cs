namespace TimerProbe.Fleet.Store;

/// <summary>Removes what is old, a day per transaction, so that others may write between; what is still so is kept at any age.</summary>
internal sealed class Pruning(
    StoreDatabase database, TimeSpan? timeLimit, Action<PrunedRuns>? progress, TimeProvider time, CancellationToken cancellationToken)
{
    /// <summary>
    /// A clock is believed once runs were saved by it for so long, or for as long as they are kept if that is less: one that is
    /// ahead for some hours, however far, removes nothing.
    /// </summary>
    private static readonly TimeSpan BelievedAfter = TimeSpan.FromDays(7);

    private const long Day = 24 * 3_600_000;
    private const long PagesAtOnce = 4_000;

    private static readonly string[] OfDay =
    [
        "prune-change", "forget-run-of-change", "prune-measurement", "forget-run-of-measurement", "prune-scan",
        "prune-sql-figure", "prune-sql-run", "prune-run", "prune-machine-state", "prune-host-state", "prune-alert",
    ];

    private static readonly string[] OfNothingLeft = ["prune-machine", "prune-host", "prune-watch", "prune-guest"];

    private readonly long _start = time.GetTimestamp();
    private long _cutoff;
    private long _firstKept = long.MaxValue;
    private PrunedRuns _pruned = new();

    /// <summary>The store's time, and the newest run that is old enough for a clock to be believed; null where none is.</summary>
    public static async Task<(DateTimeOffset Now, DateTimeOffset? Newest)> ReadNewestAsync(StoreSession session, TimeSpan retention)
    {
        var now = await session.ReadNowAsync();
        var before = now - (retention < BelievedAfter ? retention : BelievedAfter);
        return (now, await session.FirstAsync("prune-newest", row => row.TimeOrNull(0), ("before", before.ToUnixTimeMilliseconds())));
    }

    public async Task<PrunedRuns> RunAsync(TimeSpan retention)
    {
        var (now, newest) = await database.ReadAsync(session => ReadNewestAsync(session, retention), cancellationToken);
        if (newest is not { } from)
        {
            return _pruned;
        }

        _pruned = _pruned with { CountedFrom = from, ClockAhead = now - from };
        var cutoff = from - retention;
        _firstKept = await AskAsync(
            "prune-first-kept", ("cutoff", cutoff.ToUnixTimeMilliseconds()), ("now", now.ToUnixTimeMilliseconds())) ?? long.MaxValue;
        return await RunAsync(cutoff);
    }

    public async Task<PrunedRuns> RunAsync(DateTimeOffset olderThan)
    {
        _cutoff = olderThan.ToUnixTimeMilliseconds();
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
        if (timeLimit is null || oldest / Day > first / Day)
        {
            await ShrinkAsync();
        }

        return _pruned;
    }

    private bool IsOver => timeLimit is { } limit && time.GetElapsedTime(_start) > limit;

    private async Task<long> OldestAsync() =>
        await AskAsync("prune-oldest", ("first_kept", _firstKept)) ?? long.MaxValue;

    private Task<long?> AskAsync(string query, params (string, object?)[] parameters) =>
        database.ReadAsync(session => session.FirstAsync(query, row => row.LongOrNull(0), parameters), cancellationToken);

    private async Task RemoveAsync(string[] statements, long until)
    {
        _pruned = await database.WriteAsync(
            async session =>
            {
                var pruned = _pruned;
                foreach (var statement in statements)
                {
                    var rows = await session.ExecuteAsync(statement, ("cutoff", until), ("first_kept", _firstKept));
                    pruned = pruned with
                    {
                        Rows = pruned.Rows + (statement.StartsWith("prune", StringComparison.Ordinal) ? rows : 0),
                        Runs = pruned.Runs + (statement == "prune-run" ? rows : 0),
                    };
                }

                return pruned;
            },
            cancellationToken);
        await PauseAsync();
    }

    private async Task ShrinkAsync()
    {
        (long Bytes, long Left) step;
        do
        {
            step = await database.ShrinkAsync(PagesAtOnce, cancellationToken);
            _pruned = _pruned with { Bytes = _pruned.Bytes + step.Bytes, CannotShrink = step is (0, > 0) };
            await PauseAsync();
        }
        while (step is ( > 0, > 0) && !IsOver);
    }

    private Task PauseAsync()
    {
        progress?.Invoke(_pruned);
        return Task.Delay(database.Pause, time, cancellationToken);
    }
}
