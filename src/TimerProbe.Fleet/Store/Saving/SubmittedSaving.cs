using TimerProbe.Core.Documents;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>A document that a guest submitted, compressed before the store is locked; what a watch found is kept as rows alone.</summary>
internal sealed record PackedSubmission(SubmittedDocument Document, PackedDocument? Packed)
{
    public static PackedSubmission Pack(SubmittedDocument document) =>
        new(document, document.Content is WatchFindings ? null : PackedDocument.Pack(stream => stream.Write(document.Json)));
}

/// <summary>Saves what guests submitted, each document once, in the order of arrival.</summary>
internal static class SubmittedSaving
{
    /// <summary>How long the findings of a watch, which leave no run, are remembered by their id.</summary>
    private static readonly TimeSpan RemembersFor = TimeSpan.FromDays(30);

    /// <returns>Of each in its place whether it is new.</returns>
    public static async Task<IReadOnlyList<bool>> SaveAsync(
        StoreSession session, IReadOnlyList<PackedSubmission> submissions, SaveOptions? options)
    {
        var submitted = (options ?? new SaveOptions()) with { IsClaimed = false, IsSubmitted = true };
        session.Memory = await SubmittedMemory.ReadAsync(session, [.. submissions.Select(each => each.Document)]);
        var isNew = new List<bool>();
        foreach (var submission in submissions)
        {
            isNew.Add(await SaveAsync(session, submission, submitted));
        }

        return isNew;
    }

    private static Task<bool> SaveAsync(StoreSession session, PackedSubmission submission, SaveOptions options) =>
        submission.Document.Content switch
        {
            CheckDocument check => SaveAsync(
                session, submission, RunRow.From(check), (run, time) => CheckSaving.SaveAsync(session, check, run, time), options),
            SqlDocument sql => SaveAsync(
                session, submission, RunRow.From(sql), (run, time) => SqlSaving.SaveAsync(session, sql, run, time), options),
            ScanDocument scan => SaveAsync(
                session, submission, RunRow.From(scan), (run, time) => ScanSaving.SaveAsync(session, scan, run, time), options),
            WatchFindings found => RecordAsync(session, found, options),
            var other => throw new InvalidOperationException($"A {other.GetType().Name} is not submitted."),
        };

    private static async Task<bool> SaveAsync(
        StoreSession session,
        PackedSubmission submission,
        RunRow run,
        Func<SavedRun, RunTime, Task<SavedRun>> conclude,
        SaveOptions options) =>
        !(await new RunSaving(session, run, submission.Packed!).SaveAsync(conclude, options)).WasThere;

    private static async Task<bool> RecordAsync(StoreSession session, WatchFindings found, SaveOptions options)
    {
        var now = await session.ReadNowAsync();
        await session.ExecuteAsync("watch-submission-forget", ("before", (now - RemembersFor).ToUnixTimeMilliseconds()));
        var isNew = await session.ExecuteAsync(
            "watch-submission-insert", ("document_id", found.Id.ToString()), ("at", now.ToUnixTimeMilliseconds())) > 0;
        if (isNew)
        {
            await GuestSaving.RecordAsync(session, found.Name, found.SmbiosUuid, found.Measurements, found.Changes, options);
        }

        return isNew;
    }
}
