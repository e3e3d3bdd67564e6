using TimerProbe.Core.Advice;
using TimerProbe.Fleet.Store.Alerts;
using TimerProbe.Fleet.Store.Chunks;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>Saves a document: the whole as chunks, a line in the table of runs, and then what its kind has besides.</summary>
internal sealed class RunSaving(StoreSession session, RunRow run, CutDocument document)
{
    /// <summary>Saves the document and what <paramref name="conclude"/> makes of it; nothing if it is there already.</summary>
    public async Task<SavedRun> SaveAsync(Func<SavedRun, RunTime, Task<SavedRun>> conclude, SaveOptions? options)
    {
        var there = await session.FirstAsync("run-by-document", row => row.Long(0), ("document_id", run.DocumentId.ToString()));
        if (there > 0)
        {
            return new SavedRun { RunId = there, DocumentId = run.DocumentId, WasThere = true };
        }

        var time = await RunTime.ReadAsync(session, run.StartedAt, options);
        var saved = new SavedRun { RunId = await session.FirstAsync("run-last", row => row.Long(0)) + 1, DocumentId = run.DocumentId };
        saved = saved with { AddedBytes = await InsertAsync(saved.RunId, time.At) };
        saved = await conclude(saved, time);
        saved = saved with { Changes = [.. saved.Changes.OrderBy(change => change.At)] };
        if (options?.Alerts is { } alerts)
        {
            await AlertRows.InsertAsync(session, alerts(saved), time.At, due: time.Clock.Now);
        }

        return saved;
    }

    /// <summary>The hashes of the chunks that a run is likely to share with the one before.</summary>
    public static async Task<HashSet<string>> LikelyChunksAsync(StoreSession session, RunRow run) =>
        await ListBeforeAsync(session, run) is { } list ? await DocumentChunks.HashesAsync(session, list) : [];

    private static Task<byte[]?> ListBeforeAsync(StoreSession session, RunRow run) =>
        session.FirstReadableAsync("run-chunks-of-subject", row => row.Bytes(0), ("kind", run.Kind), ("subject", run.Subject));

    private async Task<long> InsertAsync(long id, DateTimeOffset at)
    {
        var before = await ListBeforeAsync(session, run);
        var (chunks, added) = await DocumentChunks.SaveAsync(session, document, before);
        await session.ExecuteAsync(
            "run-insert",
            ("id", id),
            ("document_id", run.DocumentId.ToString()),
            ("kind", run.Kind),
            ("document_schema", run.Schema),
            ("started_at", at.ToUnixTimeMilliseconds()),
            ("subject", run.Subject),
            ("subject_uuid", run.SubjectUuid),
            ("state", run.State),
            ("cause", run.Cause),
            ("critical", run.Count(Severity.Critical)),
            ("warning", run.Count(Severity.Warning)),
            ("info", run.Count(Severity.Info)),
            ("length", document.Length),
            ("chunks", chunks));
        return added;
    }
}
