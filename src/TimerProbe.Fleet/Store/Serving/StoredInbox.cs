using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Serving;

/// <summary>What guests hand in, until one node takes it in.</summary>
public sealed class StoredInbox
{
    private readonly StoreDatabase _database;

    internal StoredInbox(StoreDatabase database) => _database = database;

    /// <summary>Adds documents, all or none, and waits for nobody else's work on a server.</summary>
    /// <returns>Of each in its place whether it is new: it did not wait yet, and was not taken in before.</returns>
    public async Task<IReadOnlyList<bool>> AddAsync(
        IReadOnlyList<(InboxDocument Document, string SubmittedBy)> documents, CancellationToken cancel)
    {
        // In one order, or two nodes that were given the same could each wait for the other.
        SubmittedDocument[] rows =
        [
            .. documents
                .Select(each => new SubmittedDocument(
                    each.Document.Id.ToString(), each.Document.Kind, each.SubmittedBy, each.Document.Json))
                .OrderBy(row => row.DocumentId, StringComparer.Ordinal)
        ];
        var added = await _database.AddSubmittedAsync(rows, cancel);
        return [.. documents.Select(each => added.Remove(each.Document.Id.ToString()))];
    }

    /// <summary>How many wait to be taken in.</summary>
    public Task<long> CountAsync(CancellationToken cancel) =>
        _database.ReadAsync(session => session.FirstAsync("inbox-count", row => row.Long(0)), cancel);

    /// <summary>What is in it, in figures.</summary>
    public async Task<InboxFigures> MeasureAsync(CancellationToken cancel) => (await _database.ReadAsync(
        session => session.FirstOfDialectAsync("inbox-figures", row => new InboxFigures(row.Long(0), row.TimeOrNull(1), row.Long(2))),
        cancel))!;

    /// <summary>Claims the taking in for one node; null when another has it and was seen a short while ago.</summary>
    /// <param name="node">The node's name.</param>
    /// <param name="begins">Whether the node has just begun: what it claimed in its life before is its own.</param>
    /// <param name="cancel">Ends it.</param>
    public async Task<InboxClaim?> ClaimAsync(string node, bool begins, CancellationToken cancel)
    {
        var holder = await _database.ReadAsync(Inbox.HolderAsync, cancel);
        return holder is null || (begins && holder == node) ? await TakeAsync(node, begins, cancel) : null;
    }

    private Task<InboxClaim?> TakeAsync(string node, bool begins, CancellationToken cancel) => _database.WriteAsync(
        async session =>
        {
            var (since, until) = await Inbox.SeenAsync(session);
            var claim = new InboxClaim(_database);
            var taken = await session.ExecuteAsync(
                "inbox-claim-take",
                ("node", node),
                ("token", claim.Token),
                ("now", await session.ReadNowMsAsync()),
                ("since", since),
                ("until", until),
                ("own", begins ? node : ""));
            return taken > 0 ? claim : null;
        },
        cancel);
}

/// <summary>What guests have handed in that is not taken in.</summary>
/// <param name="Waiting">How many documents wait for it.</param>
/// <param name="OldestAt">When the one came that waits longest, by the store's clock; null when none does.</param>
/// <param name="Refused">How many were set aside, because they cannot be taken in.</param>
public sealed record InboxFigures(long Waiting, DateTimeOffset? OldestAt, long Refused);

/// <summary>That one node, and no other, takes in what guests hand in. Every step of it asks whether that is still so.</summary>
public sealed class InboxClaim : IAsyncDisposable
{
    /// <summary>How long nobody else takes it who does not see its holder.</summary>
    public static readonly TimeSpan Lasts = Inbox.ClaimLasts;

    private readonly StoreDatabase _database;
    private readonly Inbox _inbox;

    internal InboxClaim(StoreDatabase database) => (_database, _inbox) = (database, new Inbox(database, Token));

    internal string Token { get; } = Guid.NewGuid().ToString("N");

    /// <summary>Takes in what came first, whole or not at all; whether there was something.</summary>
    /// <exception cref="StoreException">The store refuses, or another node has taken over.</exception>
    public Task<bool> TakeInNextAsync(SaveOptions? options, CancellationToken cancel) => _inbox.TakeInNextAsync(options, cancel);

    /// <summary>Says that the node is there; to be repeated well within <see cref="Lasts"/>.</summary>
    /// <exception cref="StoreException">The store refuses, or another node has taken over.</exception>
    public Task KeepAsync(CancellationToken cancel) => _database.WriteAsync(
        async session =>
        {
            await Inbox.RenewClaimAsync(session, Token);
            return true;
        },
        cancel);

    /// <summary>Leaves it to others. A store that refuses forgets it by itself.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(2));
            await _database.WriteAsync(session => session.ExecuteAsync("inbox-claim-release", ("token", Token)), patience.Token);
        }
        catch (Exception away) when (away is StoreException or OperationCanceledException)
        {
            // It lasts a little longer than its node.
        }
    }
}
