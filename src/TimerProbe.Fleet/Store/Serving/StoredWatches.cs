namespace TimerProbe.Fleet.Store;

/// <summary>The watches that were heard: which of them fell silent.</summary>
public sealed class StoredWatches
{
    /// <summary>A watch says something at least once an hour: one that is silent for longer than this ended, or its machine did.</summary>
    public static readonly TimeSpan SilentAfter = TimeSpan.FromHours(2);

    private readonly StoreDatabase _database;

    internal StoredWatches(StoreDatabase database) => _database = database;

    public Task<IReadOnlyList<FleetChange>> FindSilentAsync(SaveOptions? options, CancellationToken cancellationToken) =>
        _database.WriteAsync<IReadOnlyList<FleetChange>>(
            async session =>
            {
                var now = await session.ReadNowAsync();
                var silent = await session.QueryAsync(
                    "watch-silent",
                    row => (Guest: row.Long(0), Name: row.Text(1), HeardAt: row.Time(2)),
                    ("before", (now - SilentAfter).ToUnixTimeMilliseconds()));
                var changes = new List<FleetChange>();
                foreach (var (guest, name, heardAt) in silent)
                {
                    changes.Add(WatchSaving.Change(ChangeKind.WatchSilent, name, heardAt + SilentAfter));
                    session.Defer("watch-mark-silent", ("guest_id", guest));
                    await ChangeRows.InsertAsync(session, runId: null, guest, [changes[^1]]);
                }

                if (changes.Count > 0 && options?.Alerts is { } alerts)
                {
                    var run = new SavedRun { RunId = 0, DocumentId = Guid.Empty, Changes = changes };
                    AlertOutbox.Insert(session, alerts(run), now, due: now);
                }

                return changes;
            },
            cancellationToken);

    public async Task<(long Watching, long Silent)> CountAsync(CancellationToken cancellationToken)
    {
        var counts = (await _database.ListAsync("watch-count", row => (Is: row.Name<WatchCondition>(0), Count: row.Long(1)), [], cancellationToken))
            .ToDictionary(item => item.Is, item => item.Count);
        return (counts.GetValueOrDefault(WatchCondition.Watching), counts.GetValueOrDefault(WatchCondition.Silent));
    }
}
