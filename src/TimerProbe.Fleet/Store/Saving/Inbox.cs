using System.Collections.Frozen;
using System.Data.Common;
using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Store.Chunks;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>
/// Takes in the documents that were handed in by accounts that may do no more, in the order of their arrival, each in a transaction of its
/// own and as if it were saved now. What is no such document is set aside with the reason, and stops no other.
/// </summary>
internal sealed class Inbox(StoreDatabase database)
{
    private const int MostOfARun = 500;

    /// <summary>Takes in what waits. What the store refuses now is left for a later run.</summary>
    public async Task TakeInAsync(SaveOptions? options, CancellationToken cancel)
    {
        if (!database.Rights.HasInbox)
        {
            return;
        }

        try
        {
            for (var taken = 0; taken < MostOfARun && await FirstAsync(cancel) is { } id; taken++)
            {
                await TakeInAsync(id, options, cancel);
            }
        }
        catch (StoreException)
        {
            // The run that is saved next meets it too, and says so.
        }
    }

    private Task<long?> FirstAsync(CancellationToken cancel) =>
        database.ReadAsync(session => session.FirstAsync<long?>("inbox-first", row => row.Long(0)), cancel);

    private async Task TakeInAsync(long id, SaveOptions? options, CancellationToken cancel)
    {
        string why;
        try
        {
            await database.WriteAsync(session => TakeInAsync(session, id, options), cancel);
            return;
        }
        catch (StoreException refused) when (IsOfItsValues(refused))
        {
            why = refused.Message;
        }
        catch (Exception wrong) when (DamagedRowException.IsDamage(wrong))
        {
            why = wrong.Message;
        }

        await database.WriteAsync(session => session.ExecuteAsync("inbox-refuse", ("id", id), ("refused", why)), cancel);
    }

    private static async Task<int> TakeInAsync(StoreSession session, long id, SaveOptions? options)
    {
        // Another run may have been faster.
        if (await session.FirstAsync("inbox-next", Submitted.Read) is not { } submitted || submitted.Id != id)
        {
            return 0;
        }

        var document = DocumentJson.Read(submitted.Document);
        var (run, conclude) = document switch
        {
            CheckDocument check when submitted.Kind == RunKinds.Check => (RunRow.Of(check), (Func<SavedRun, RunTime, Task<SavedRun>>)((saved, time) => CheckSaving.SaveAsync(session, check, saved, time))),
            SqlDocument { Anonymized: false } sql when submitted.Kind == RunKinds.Sql => (RunRow.Of(sql), (saved, time) => SqlSaving.SaveAsync(session, sql, saved, time)),
            _ => throw new JsonException("it is no document of the kind that was said"),
        };
        if (run.DocumentId.ToString() != submitted.DocumentId)
        {
            throw new JsonException("it has another id than was said");
        }

        await new RunSaving(session, run, new CutDocument(stream => stream.Write(submitted.Document), expected: FrozenSet<string>.Empty)).SaveAsync(conclude, (options ?? new SaveOptions()) with { Claims = null, IsDeferred = true });
        return await session.ExecuteAsync("inbox-taken", ("id", id));
    }

    /// <summary>Whether a value or a rule of the tables was against it (SQLSTATE 22, 23), which is so tomorrow as well.</summary>
    private static bool IsOfItsValues(StoreException refused) => refused.InnerException is DbException { SqlState: ['2', '2' or '3', ..] };

    private sealed record Submitted(long Id, string DocumentId, string Kind, byte[] Document)
    {
        public static Submitted Read(Row row) => new(row.Long(0), row.Text(1), row.Text(2), row.Bytes(3));
    }
}
