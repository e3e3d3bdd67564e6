using System.Collections.Frozen;
using System.Data.Common;
using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Chunks;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>
/// Takes in the documents that were handed in by those who may do no more, in the order of their arrival, each in a transaction of its
/// own and as if it were saved now. What is no such document is set aside with the reason, and stops no other.
/// </summary>
/// <param name="database">The store.</param>
/// <param name="claim">What says in the store that nobody else takes them in; null for a run that does so beside its own work.</param>
internal sealed class Inbox(StoreDatabase database, string? claim = null)
{
    /// <summary>How long nobody else takes in who does not see the node that does.</summary>
    public static readonly TimeSpan ClaimLasts = TimeSpan.FromSeconds(40);

    /// <summary>The first form that knows nodes.</summary>
    private const int FormOfNodes = 5;

    private const int MostOfARun = 500;
    private const int MostAttempts = 5;

    /// <summary>How long a result without a run is remembered; who sends it again later is not believed to be the same guest.</summary>
    private static readonly TimeSpan RemembersFor = TimeSpan.FromDays(30);

    private (long Id, int Attempts) _failing;

    /// <summary>
    /// Takes in what waits, unless a node of a server does: a run would be held up for as long as guests
    /// go on to hand in. What the store refuses now is left for a later run.
    /// </summary>
    public async Task TakeInAsync(SaveOptions? options, CancellationToken cancel)
    {
        if (!database.Rights.HasInbox)
        {
            return;
        }

        try
        {
            if (database.Form.Now >= FormOfNodes && await database.ReadAsync(HolderAsync, cancel) is not null)
            {
                return;
            }

            for (var taken = 0; taken < MostOfARun && await TakeInNextAsync(options, cancel); taken++)
            {
            }
        }
        catch (StoreException)
        {
            // The run that is saved next meets it too, and says so.
        }
    }

    /// <summary>Takes in what came first; whether there was something.</summary>
    /// <exception cref="StoreException">The store refuses, or another has the claim.</exception>
    public async Task<bool> TakeInNextAsync(SaveOptions? options, CancellationToken cancel)
    {
        if (await database.ReadAsync(session => session.FirstAsync<long?>("inbox-first", row => row.Long(0)), cancel) is not { } id)
        {
            return false;
        }

        string why;
        try
        {
            await database.WriteAsync(session => TakeInAsync(session, id, options), cancel);
            return true;
        }
        catch (StoreException refused) when (IsOfItsValues(refused) || (refused.Kind == StoreErrorKind.Failed && HasFailedOften(id)))
        {
            why = refused.Message;
        }
        catch (Exception wrong) when (DamagedRowException.IsDamage(wrong)
            || (wrong is not (StoreException or OperationCanceledException) && HasFailedOften(id)))
        {
            why = wrong.Message;
        }

        await SetAsideAsync(id, why, cancel);
        return true;
    }

    /// <summary>The node that takes in what guests hand in; null when there is none, or it was not seen for a while.</summary>
    public static async Task<string?> HolderAsync(StoreSession session)
    {
        var (since, until) = await SeenAsync(session);
        return await session.FirstAsync("inbox-claim-find", row => (Node: row.Text(0), SeenAt: row.Long(1))) is { Node: { } node } held
            && held.SeenAt >= since
            && held.SeenAt <= until
                ? node
                : null;
    }

    /// <summary>Between which times somebody was seen who is still believed to be there: a clock may have been set.</summary>
    public static async Task<(long Since, long Until)> SeenAsync(StoreSession session)
    {
        var now = await session.ReadNowAsync();
        return ((now - ClaimLasts).ToUnixTimeMilliseconds(), (now + ClaimLasts).ToUnixTimeMilliseconds());
    }

    /// <summary>Keeps the claim; it is kept with each document that is taken in as well.</summary>
    /// <exception cref="StoreException">Another has it.</exception>
    public static async Task RenewClaimAsync(StoreSession session, string claim)
    {
        if (await session.ExecuteAsync("inbox-claim-keep", ("token", claim), ("now", await session.ReadNowMsAsync())) == 0)
        {
            throw new StoreException(StoreErrorKind.ClaimLost, "another node takes in what guests hand in.");
        }
    }

    private Task<int> SetAsideAsync(long id, string why, CancellationToken cancel) => database.WriteAsync(
        async session =>
        {
            await AssertClaimAsync(session);
            return await session.ExecuteAsync("inbox-refuse", ("id", id), ("refused", why));
        },
        cancel);

    private Task AssertClaimAsync(StoreSession session) => claim is null ? Task.CompletedTask : RenewClaimAsync(session, claim);

    private async Task<int> TakeInAsync(StoreSession session, long id, SaveOptions? options)
    {
        await AssertClaimAsync(session);
        // Another run may have been faster.
        if (await session.FirstAsync("inbox-next", Submitted.Read) is not { } submitted || submitted.Id != id)
        {
            return 0;
        }

        var document = InboxDocument.Read(submitted.Document);
        if (document.Kind != submitted.Kind || document.IsAnonymized)
        {
            throw new JsonException("it is no document of the kind that was said");
        }

        if (document.Id.ToString() != submitted.DocumentId)
        {
            throw new JsonException("it has another id than was said");
        }

        await SaveAsync(session, document, (options ?? new SaveOptions()) with { Claims = null, IsDeferred = true, IsHandedIn = true });
        return await session.ExecuteAsync("inbox-taken", ("id", id));
    }

    private static async Task SaveAsync(StoreSession session, InboxDocument document, SaveOptions options)
    {
        switch (document.Content)
        {
            case CheckDocument check:
                await SaveAsync(
                    session, document, RunRow.From(check), (saved, time) => CheckSaving.SaveAsync(session, check, saved, time), options);
                break;
            case SqlDocument sql:
                await SaveAsync(
                    session, document, RunRow.From(sql), (saved, time) => SqlSaving.SaveAsync(session, sql, saved, time), options);
                break;
            case WatchFindings found:
                var now = await session.ReadNowAsync();
                await session.ExecuteAsync("inbox-forget", ("before", (now - RemembersFor).ToUnixTimeMilliseconds()));
                if (await session.ExecuteAsync(
                    "inbox-remember", ("document_id", document.Id.ToString()), ("now", now.ToUnixTimeMilliseconds())) > 0)
                {
                    await GuestSaving.RecordAsync(session, found.Name, found.SmbiosUuid, found.Measurements, found.Changes, options);
                }

                break;
        }
    }

    private static Task<SavedRun> SaveAsync(
        StoreSession session, InboxDocument document, RunRow run, Func<SavedRun, RunTime, Task<SavedRun>> conclude, SaveOptions options)
    {
        var cut = new CutDocument(stream => stream.Write(document.Json), expected: FrozenSet<string>.Empty);
        return new RunSaving(session, run, cut).SaveAsync(conclude, options);
    }

    /// <summary>What fails again and again would keep all others waiting.</summary>
    private bool HasFailedOften(long id)
    {
        _failing = (id, id == _failing.Id ? _failing.Attempts + 1 : 1);
        return _failing.Attempts >= MostAttempts;
    }

    /// <summary>Whether a value or a rule of the tables was against it (SQLSTATE 22, 23), which is so tomorrow as well.</summary>
    private static bool IsOfItsValues(StoreException refused) => refused.InnerException is DbException { SqlState: ['2', '2' or '3', ..] };

    private sealed record Submitted(long Id, string DocumentId, string Kind, byte[] Document)
    {
        public static Submitted Read(Row row) => new(row.Long(0), row.Text(1), row.Text(2), row.Bytes(3));
    }
}
