using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Chunks;

/// <summary>
/// The chunks that no run has. They are found while others write, so that a run which is saved meanwhile may take one up
/// again: before any is removed, what was saved since is looked at, in the same transaction.
/// </summary>
internal sealed class UnreferencedChunks
{
    private const long ListsAtOnce = 250;

    private SortedSet<long> _loose = [];

    // The newest run that was looked at. A new run is given a greater number as long as this one is there.
    private (long Id, string Document) _newest;

    public int Count => _loose.Count;

    /// <summary>Finds them all. Of a store in which the list of a run cannot be read none is loose: it may name any.</summary>
    public async Task<bool> FindAsync(StoreSession session)
    {
        _newest = default;
        var loose = new HashSet<long>();
        await session.QueryAsync("chunk-ids", row => loose.Add(row.Long(0)));
        _loose = await AllListsAsync(session, loose.ExceptWith) ? [.. loose] : [];
        return true;
    }

    /// <summary>Removes the first of those that are still loose; returns how many, null when they are to be found anew.</summary>
    public async Task<int?> RemoveAsync(StoreSession session, int most)
    {
        // Somebody else removed the newest run, and its number was free for another.
        if (_newest.Id > 0
            && await session.FirstAsync("run-by-document", row => row.Long(0), ("document_id", _newest.Document)) != _newest.Id)
        {
            return null;
        }

        if (!await AllListsAsync(session, _loose.ExceptWith))
        {
            _loose = [];
        }

        var removed = _loose.Take(most).ToList();
        await session.ExecuteManyAsync(
            "prune-chunk", ["first", "last"], IdRanges.Of(removed).Select(range => new object?[] { range.First, range.Last }));
        _loose.ExceptWith(removed);
        return removed.Count;
    }

    /// <summary>Hands on the list of every run that was not looked at yet; false when one cannot be read.</summary>
    private async Task<bool> AllListsAsync(StoreSession session, Action<IEnumerable<long>> take)
    {
        while (true)
        {
            var runs = await session.QueryAsync(
                "run-chunks-after",
                row => (Id: row.Long(0), Document: row.Text(1), List: row.Bytes(2)),
                ("id", _newest.Id),
                ("most", ListsAtOnce));
            foreach (var (id, document, packed) in runs)
            {
                if (ChunkList.Unpack(packed) is not { } list)
                {
                    return false;
                }

                take(list);
                _newest = (id, document);
            }

            if (runs.Count < ListsAtOnce)
            {
                return true;
            }
        }
    }
}
