using TimerProbe.Fleet.Store.Chunks;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>
/// Removes what is old, in steps that others may write between. What is still so is kept, however long ago it
/// began. Each step leaves a store that is right: one that was pruned of a little less.
/// </summary>
internal sealed class Pruning(
    StoreDatabase database, DateTimeOffset olderThan, PruneOptions options, TimeProvider time, CancellationToken cancel)
{
    private const long Hour = 3_600_000;
    private const long Week = 7 * 24 * Hour;

    /// <summary>What refers to others comes first.</summary>
    private static readonly string[] Statements =
    [
        "prune-change", "forget-run-of-change", "prune-measurement", "forget-run-of-measurement", "prune-scan",
        "prune-sql-figure", "prune-sql-run", "prune-run", "prune-machine-state", "prune-host-state", "prune-alert",
    ];

    private readonly long _cutoff = olderThan.ToUnixTimeMilliseconds();
    private readonly long _start = time.GetTimestamp();
    private PrunedRuns _pruned = new();

    public async Task<PrunedRuns> RunAsync()
    {
        var oldest = await OldestAsync();
        var left = await RemoveRunsAsync(oldest);
        if (options.Most is null || DayOf(left) > DayOf(oldest))
        {
            await RemoveChunksAsync();
            await ShrinkAsync();
        }

        return _pruned;
    }

    /// <summary>Finding pieces that nothing has any more takes a look at every run: what is pruned hourly does it once a day.</summary>
    private static long DayOf(long ms) => ms / (24 * Hour);

    private async Task<long> RemoveRunsAsync(long oldest)
    {
        var pace = new StepSize(time, first: Hour, most: Week);
        var isAny = oldest < _cutoff;
        while (oldest < _cutoff)
        {
            var until = Math.Min(_cutoff, oldest + pace.Size);
            await StepAsync(pace, session => RemoveAsync(session, Statements, until));
            oldest = await OldestAsync();
            if (IsOver(0.5))
            {
                break;
            }
        }

        if (isAny)
        {
            await StepAsync(pace, session => RemoveAsync(session, ["prune-machine", "prune-host", "prune-guest"], _cutoff));
        }

        return oldest;
    }

    private async Task<long> OldestAsync() =>
        await database.ReadAsync(session => session.FirstAsync("prune-oldest", row => row.LongOrNull(0)), cancel) ?? long.MaxValue;

    private async Task<PrunedRuns> RemoveAsync(StoreSession session, string[] statements, long until)
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
    }

    private async Task RemoveChunksAsync()
    {
        var pace = new StepSize(time, first: 250, most: 8_000);
        var loose = new UnreferencedChunks();
        await database.ReadAsync(loose.FindAsync, cancel);
        while (loose.Count > 0)
        {
            int? removed = 0;
            await StepAsync(pace, async session =>
            {
                removed = await loose.RemoveAsync(session, (int)pace.Size);
                return _pruned with { Chunks = _pruned.Chunks + (removed ?? 0), Rows = _pruned.Rows + (removed ?? 0) };
            });
            if (IsOver(1))
            {
                return;
            }

            if (removed is null)
            {
                await database.ReadAsync(loose.FindAsync, cancel);
            }
        }
    }

    private async Task ShrinkAsync()
    {
        var pace = new StepSize(time, first: 250, most: 16_000);
        ShrinkStep step;
        do
        {
            step = await pace.TimeAsync(() => database.ShrinkAsync(pace.Size, cancel));
            _pruned = _pruned with { Bytes = _pruned.Bytes + step.Bytes, CannotShrink = step is { Bytes: 0, Left: > 0 } };
            await RestAsync();
        }
        while (step is { Bytes: > 0, Left: > 0 } && !IsOver(1));
    }

    private async Task StepAsync(StepSize pace, Func<StoreSession, Task<PrunedRuns>> step)
    {
        _pruned = await pace.TimeAsync(began => database.WriteAsync(
            session =>
            {
                began();
                return step(session);
            },
            cancel));
        await RestAsync();
    }

    /// <summary>Leaves the store to others, and tells how far it has come.</summary>
    private Task RestAsync()
    {
        options.Progress?.Invoke(_pruned);
        return Task.Delay(database.Rest, time, cancel);
    }

    private bool IsOver(double share) => options.Most is { } most && time.GetElapsedTime(_start) > most * share;
}

/// <summary>How much is done at once while others wait: about what takes a quarter of a second.</summary>
internal sealed class StepSize(TimeProvider time, long first, long most)
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(120);
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(300);

    public long Size { get; private set; } = first;

    public Task<T> TimeAsync<T>(Func<Task<T>> step) => TimeAsync(_ => step());

    /// <summary>Takes a step that others are waited for first.</summary>
    /// <param name="step">The step; it calls what it is given when nobody is waited for any more.</param>
    public async Task<T> TimeAsync<T>(Func<Action, Task<T>> step)
    {
        var start = time.GetTimestamp();
        var result = await step(() => start = time.GetTimestamp());
        var taken = time.GetElapsedTime(start);
        Size = taken > Long ? Math.Max(1, Size / 2) : taken < Short ? Math.Min(most, Size * 2) : Size;
        return result;
    }
}
