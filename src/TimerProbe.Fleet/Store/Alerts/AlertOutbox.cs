using TimerProbe.Core.Json;
using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Alerts;

/// <summary>Alerts on their way out. Several processes may deliver from one store: each alert is taken by one of them at a time.</summary>
public sealed class AlertOutbox
{
    private readonly StoreDatabase _database;
    private readonly TimeProvider _time;

    internal AlertOutbox(StoreDatabase database, TimeProvider time) => (_database, _time) = (database, time);

    /// <summary>Keeps alerts that belong to no run. One whose id and channel are known already is left as it is.</summary>
    public Task AddAsync(IReadOnlyList<NewAlert> alerts, CancellationToken cancel) => _database.WriteAsync(
        async session =>
        {
            var now = _time.GetUtcNow();
            await AlertRows.InsertAsync(session, alerts, now, now);
            return true;
        },
        cancel);

    /// <summary>
    /// Takes alerts that are due, the oldest first, and counts an attempt. They are due again after <paramref name="lease"/>, in case
    /// this process dies before it says what became of them.
    /// </summary>
    /// <param name="channels">The channels it can deliver on; those of others are left to the processes that know them.</param>
    /// <param name="most">At most so many; positive.</param>
    /// <param name="lease">Longer than delivering them takes.</param>
    /// <param name="cancel">Ends the taking.</param>
    public Task<IReadOnlyList<StoredAlert>> TakeDueAsync(IReadOnlyCollection<string> channels, int most, TimeSpan lease, CancellationToken cancel) => _database.WriteAsync<IReadOnlyList<StoredAlert>>(
        async session =>
        {
            var now = _time.GetUtcNow();
            var due = new List<StoredAlert>();
            foreach (var channel in channels)
            {
                due.AddRange(await session.QueryAsync("alert-due", Read, ("channel", channel), ("now", now.ToUnixTimeMilliseconds()), ("most", (long)most)));
            }

            due = [.. due.OrderBy(alert => alert.CreatedAt).Take(most)];
            var next = (now + lease).ToUnixTimeMilliseconds();
            await session.ExecuteManyAsync("alert-take", ["id", "channel", "next"], due.Select(alert => new object?[] { alert.Id, alert.Channel, next }));
            return [.. due.Select(alert => alert with { Attempts = alert.Attempts + 1 })];
        },
        cancel);

    /// <summary>When the next alert of some channels is due; null when none is left.</summary>
    public Task<DateTimeOffset?> NextAttemptAsync(IReadOnlyCollection<string> channels, CancellationToken cancel) => _database.ReadAsync(
        async session =>
        {
            var next = new List<DateTimeOffset?>();
            foreach (var channel in channels)
            {
                next.Add(await session.FirstAsync("alert-next", row => row.TimeOrNull(0), ("channel", channel)));
            }

            return next.Min();
        },
        cancel);

    /// <summary>The alerts that are yet to be delivered, whoever does, and when the oldest was made; null when there is none.</summary>
    public Task<(long Count, DateTimeOffset? OldestAt)> PendingAsync(CancellationToken cancel) => _database.ReadAsync(
        session => session.FirstAsync("alert-pending", row => (row.Long(0), row.TimeOrNull(1))), cancel);

    /// <summary>Says that an alert was delivered: it is not sent again.</summary>
    public Task DeliveredAsync(StoredAlert alert, CancellationToken cancel) => UpdateAsync(
        "alert-delivered", cancel, ("id", alert.Id), ("channel", alert.Channel), ("now", _time.GetUtcNow().ToUnixTimeMilliseconds()));

    /// <summary>Says that an alert was not delivered.</summary>
    /// <param name="alert">The alert.</param>
    /// <param name="error">Why, without secrets.</param>
    /// <param name="nextAttemptAt">When to try again; null to give it up.</param>
    /// <param name="cancel">Ends the writing.</param>
    public Task NotDeliveredAsync(StoredAlert alert, string error, DateTimeOffset? nextAttemptAt, CancellationToken cancel) => UpdateAsync(
        "alert-not-delivered",
        cancel,
        ("id", alert.Id),
        ("channel", alert.Channel),
        ("error", error),
        ("next", nextAttemptAt?.ToUnixTimeMilliseconds()),
        ("state", (nextAttemptAt is null ? AlertState.Failed : AlertState.Pending).ToDocumentName()));

    /// <summary>Gives up alerts of channels that nobody delivers on any more.</summary>
    /// <param name="channels">The channels that somebody delivers on.</param>
    /// <param name="madeBefore">Alerts from before this time are given up.</param>
    /// <param name="error">Why.</param>
    /// <param name="cancel">Ends the writing.</param>
    /// <returns>The channels that had such alerts.</returns>
    public Task<IReadOnlyList<string>> GiveUpAsync(IReadOnlyCollection<string> channels, DateTimeOffset madeBefore, string error, CancellationToken cancel) => _database.WriteAsync<IReadOnlyList<string>>(
        async session =>
        {
            var before = madeBefore.ToUnixTimeMilliseconds();
            string[] abandoned = [.. (await session.QueryAsync("alert-abandoned", row => row.Text(0), ("before", before))).Except(channels, StringComparer.Ordinal)];
            await session.ExecuteManyAsync("alert-give-up", ["channel", "before", "error"], abandoned.Select(channel => new object?[] { channel, before, error }));
            return abandoned;
        },
        cancel);

    /// <summary>Acknowledges an alert on every channel.</summary>
    /// <returns>How many were not acknowledged before.</returns>
    public Task<int> AcknowledgeAsync(string id, CancellationToken cancel) =>
        UpdateAsync("alert-acknowledge", cancel, ("id", id), ("now", _time.GetUtcNow().ToUnixTimeMilliseconds()));

    /// <summary>The ids of kept alerts that begin so; two at most, which is one too many.</summary>
    public Task<IReadOnlyList<string>> FindAsync(string prefix, CancellationToken cancel) => _database.ReadAsync<IReadOnlyList<string>>(
        async session => await session.QueryAsync("alert-find", row => row.Text(0), ("prefix", prefix)), cancel);

    /// <summary>The alerts, the newest first.</summary>
    /// <param name="state">How far they got; null for all.</param>
    /// <param name="most">At most so many; positive.</param>
    /// <param name="cancel">Ends the reading.</param>
    public Task<IReadOnlyList<StoredAlert>> ListAsync(AlertState? state, int most, CancellationToken cancel) => _database.ReadAsync<IReadOnlyList<StoredAlert>>(
        async session => await session.QueryAsync("alert-list", Read, ("state", state?.ToDocumentName()), ("most", (long)most)), cancel);

    private static StoredAlert Read(Row row) => new()
    {
        Id = row.Text(0),
        Channel = row.Text(1),
        CreatedAt = row.Time(2),
        Kind = row.Text(3),
        Subject = row.Text(4),
        Payload = row.Text(5),
        State = row.Name<AlertState>(6),
        Attempts = row.Int(7),
        NextAttemptAt = row.TimeOrNull(8),
        LastError = row.TextOrNull(9),
        DeliveredAt = row.TimeOrNull(10),
        AcknowledgedAt = row.TimeOrNull(11),
    };

    private Task<int> UpdateAsync(string query, CancellationToken cancel, params (string Name, object? Value)[] parameters) =>
        _database.WriteAsync(session => session.ExecuteAsync(query, parameters), cancel);
}
