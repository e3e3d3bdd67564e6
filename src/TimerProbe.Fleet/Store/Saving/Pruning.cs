using TimerProbe.Fleet.Store.Chunks;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>Removes what is old. What is still so is kept, however long ago it began.</summary>
internal static class Pruning
{
    /// <summary>What refers to others comes first.</summary>
    private static readonly string[] Statements =
    [
        "prune-change", "prune-change-run", "prune-measurement", "prune-measurement-run", "prune-scan", "prune-sql-figure", "prune-sql-run", "prune-run",
        "prune-machine-state", "prune-host-state", "prune-machine", "prune-host", "prune-guest", "prune-alert",
    ];

    public static async Task<PrunedRuns> PruneAsync(StoreSession session, DateTimeOffset olderThan)
    {
        var cutoff = olderThan.ToUnixTimeMilliseconds();
        var runs = await session.QueryAsync("prune-chunk-lists", row => (IsOld: row.Flag(0), List: row.Bytes(1)), ("cutoff", cutoff));
        var loose = runs.Where(run => run.IsOld).SelectMany(run => ChunkList.Unpack(run.List) ?? []).ToHashSet();
        foreach (var run in runs.Where(run => !run.IsOld))
        {
            // A list that cannot be read may name any chunk: none is removed then.
            if (ChunkList.Unpack(run.List) is not { } kept)
            {
                loose.Clear();
                break;
            }

            loose.ExceptWith(kept);
        }

        foreach (var statement in Statements)
        {
            await session.ExecuteAsync(statement, ("cutoff", cutoff));
        }

        await session.ExecuteManyAsync("prune-chunk", ["id"], loose.Order().Select(id => new object?[] { id }));
        return new PrunedRuns(runs.Count(run => run.IsOld), loose.Count);
    }
}
