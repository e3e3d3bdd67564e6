namespace TimerProbe.Fleet.Store;

/// <summary>
/// Alerts on their way out. Several processes may deliver from one store: each alert is taken by one of them at a time. When one
/// is due depends on the store's clock, whatever those of the machines say; beside a file, which has none, by this machine's.
/// </summary>
public sealed class AlertOutbox
{
    private static readonly TimeSpan MaxWait = TimeSpan.FromHours(1);

    private static readonly string[] Names = ["id", "channel", "created_at", "due", "kind", "subject", "payload", "state", "error"];

    private readonly StoreDatabase _database;

    internal AlertOutbox(StoreDatabase database) => _database = database;

    public Task AddAsync(IReadOnlyList<NewAlert> alerts, CancellationToken cancellationToken) => _database.WriteAsync(
        async session =>
        {
            var now = await session.ReadNowAsync();
            Insert(session, alerts, now, now);
            return true;
        },
        cancellationToken);

    /// <summary>
    /// Takes alerts that are due, the oldest first, and counts an attempt. They are due again after <paramref name="lease"/>, in
    /// case this process dies before it says what became of them.
    /// </summary>
    /// <param name="lease">Longer than delivering them takes; at most an hour.</param>
    public Task<IReadOnlyList<StoredAlert>> TakeDueAsync(
        IReadOnlyCollection<string> channels, int maxAlerts, TimeSpan lease, CancellationToken cancellationToken) =>
        _database.WriteAsync<IReadOnlyList<StoredAlert>>(
            async session =>
            {
                var now = await session.ReadNowAsync();
                var due = new List<StoredAlert>();
                foreach (var channel in channels)
                {
                    due.AddRange(await session.QueryAsync(
                        "alert-due",
                        Read,
                        ("channel", channel),
                        ("now", now.ToUnixTimeMilliseconds()),
                        ("latest", (now + MaxWait).ToUnixTimeMilliseconds()),
                        ("most", (long)maxAlerts)));
                }

                due = [.. due.OrderBy(alert => alert.CreatedAt).Take(maxAlerts)];
                var next = (now + lease).ToUnixTimeMilliseconds();
                await session.ExecuteManyAsync(
                    "alert-take", ["id", "channel", "next"], due.Select(alert => new object?[] { alert.Id, alert.Channel, next }));
                return [.. due.Select(alert => alert with { Attempts = alert.Attempts + 1 })];
            },
            cancellationToken);

    /// <summary>In how long the next alert of some channels is due, negative when it is already; null when none is left.</summary>
    public Task<TimeSpan?> NextAttemptAsync(IReadOnlyCollection<string> channels, CancellationToken cancellationToken) =>
        _database.ReadAsync(
        async session =>
        {
            var next = new List<DateTimeOffset?>();
            foreach (var channel in channels)
            {
                next.Add(await session.FirstAsync("alert-next", row => row.TimeOrNull(0), ("channel", channel)));
            }

            return next.Min() - await session.ReadNowAsync();
        },
        cancellationToken);

    /// <summary>Alerts yet to be delivered, by any process, and when the oldest was made; null when there is none.</summary>
    public Task<(long Count, DateTimeOffset? OldestAt)> PendingAsync(CancellationToken cancellationToken) => _database.ReadAsync(
        session => session.FirstAsync("alert-pending", row => (row.Long(0), row.TimeOrNull(1))), cancellationToken);

    public Task DeliveredAsync(StoredAlert alert, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync(
            "alert-delivered", ("id", alert.Id), ("channel", alert.Channel), ("now", await session.ReadNowMsAsync())),
        cancellationToken);

    /// <summary>
    /// Says that an alert was not delivered and why, without secrets: it is due again after a pause of at most an hour, or given up
    /// when it is as old as <paramref name="giveUpAfter"/>.
    /// </summary>
    public Task<AlertState> NotDeliveredAsync(
        StoredAlert alert, string error, TimeSpan pause, TimeSpan giveUpAfter, CancellationToken cancellationToken) =>
        _database.WriteAsync(
            async session =>
            {
                var now = await session.ReadNowAsync();
                var state = now - alert.CreatedAt >= giveUpAfter ? AlertState.Failed : AlertState.Pending;
                await session.ExecuteAsync(
                    "alert-not-delivered",
                    ("id", alert.Id),
                    ("channel", alert.Channel),
                    ("error", error),
                    ("next", state == AlertState.Failed ? null : (now + pause).ToUnixTimeMilliseconds()),
                    ("state", state.ToDocumentName()));
                return state;
            },
            cancellationToken);

    public Task<IReadOnlyList<string>> GiveUpAsync(
        IReadOnlyCollection<string> channels, TimeSpan age, string error, CancellationToken cancellationToken) =>
        _database.WriteAsync<IReadOnlyList<string>>(
            async session =>
            {
                var before = (await session.ReadNowAsync() - age).ToUnixTimeMilliseconds();
                var old = await session.QueryAsync("alert-abandoned", row => row.Text(0), ("before", before));
                string[] abandoned = [.. old.Except(channels)];
                await session.ExecuteManyAsync(
                    "alert-give-up", ["channel", "before", "error"], abandoned.Select(channel => new object?[] { channel, before, error }));
                return abandoned;
            },
            cancellationToken);

    public Task<int> AcknowledgeAsync(string id, CancellationToken cancellationToken) => _database.WriteAsync(
        async session => await session.ExecuteAsync("alert-acknowledge", ("id", id), ("now", await session.ReadNowMsAsync())), cancellationToken);

    /// <summary>What the newest alert of a channel sends that is not of the future; null where none is saved.</summary>
    public Task<string?> LastAsync(string channel, CancellationToken cancellationToken) => _database.ReadAsync(
        async session => await session.FirstAsync(
            "alert-last", row => row.Text(0), ("channel", channel), ("latest", (await session.ReadClockAsync()).Latest.ToUnixTimeMilliseconds())),
        cancellationToken);

    /// <summary>The ids of saved alerts that begin so; two at most, since two are already ambiguous.</summary>
    public Task<IReadOnlyList<string>> FindAsync(string prefix, CancellationToken cancellationToken) =>
        _database.ListAsync("alert-find", row => row.Text(0), [("prefix", prefix)], cancellationToken);

    /// <summary>The newest alerts, the newest first; at most <paramref name="maxAlerts"/>, which is positive.</summary>
    public Task<IReadOnlyList<StoredAlert>> ListAsync(int maxAlerts, CancellationToken cancellationToken) =>
        _database.ListAsync("alert-list", Read, [("most", (long)maxAlerts)], cancellationToken);

    /// <summary>
    /// The newest alerts on all their channels, side by side: at most <paramref name="maxAlerts"/>, which is positive, and with those
    /// that somebody acknowledged on every channel if <paramref name="all"/>.
    /// </summary>
    public Task<IReadOnlyList<StoredAlert>> LatestAsync(bool all, int maxAlerts, CancellationToken cancellationToken) =>
        _database.ListAsync("alert-latest", Read, [("all", all ? 1L : 0L), ("most", (long)maxAlerts)], cancellationToken);

    internal static void Insert(
        StoreSession session, IEnumerable<NewAlert> alerts, DateTimeOffset at, DateTimeOffset due) =>
        session.Defer("alert-insert", Names, alerts.Select(alert => alert.Channel == StoredAlert.Nobody
            ? Row(alert, at, due: null, AlertState.Failed, "no receiver is configured")
            : Row(alert, at, due, AlertState.Pending, error: null)));

    private static object?[] Row(NewAlert alert, DateTimeOffset at, DateTimeOffset? due, AlertState state, string? error) =>
    [
        alert.Id, alert.Channel, at.ToUnixTimeMilliseconds(), due?.ToUnixTimeMilliseconds(),
        alert.Kind, alert.Subject, alert.Payload, state.ToDocumentName(), error
    ];

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
}

/// <summary>How far an alert got.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<AlertState>))]
public enum AlertState
{
    Pending,

    Delivered,

    Failed,

    Acknowledged,
}
