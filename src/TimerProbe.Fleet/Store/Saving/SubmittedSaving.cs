namespace TimerProbe.Fleet.Store;

/// <summary>Saves what guests submitted, each document once, in the order of arrival.</summary>
internal static class SubmittedSaving
{
    /// <summary>Compresses a document, before the store is locked; null for what a watch says, which is kept as rows alone.</summary>
    public static PackedDocument? Pack(SubmittedDocument document) =>
        document.Content is WatchLine ? null : PackedDocument.Pack(stream => stream.Write(document.Json));

    public static async Task<IReadOnlyList<bool>> SaveAsync(
        StoreSession session, IReadOnlyList<(SubmittedDocument Document, PackedDocument? Packed)> submissions, SaveOptions? options)
    {
        var submitted = (options ?? new SaveOptions()) with { IsClaimed = false, IsSubmitted = true };
        session.Memory = await SubmittedMemory.ReadAsync(session, [.. submissions.Select(submission => submission.Document)]);
        var isNew = new List<bool>();
        foreach (var (document, packed) in submissions)
        {
            isNew.Add(await SaveAsync(session, document, packed, submitted));
        }

        return isNew;
    }

    private static async Task<bool> SaveAsync(
        StoreSession session, SubmittedDocument document, PackedDocument? packed, SaveOptions options)
    {
        var saved = await (document.Content switch
        {
            CheckDocument check => SaveRunAsync(RunRow.From(check), (run, time) => GuestSaving.SaveAsync(session, check, run, time)),
            SqlDocument sql => SaveRunAsync(RunRow.From(sql), (run, time) => SqlSaving.SaveAsync(session, sql, run, time)),
            ScanDocument scan => SaveRunAsync(RunRow.From(scan), (run, time) => ScanSaving.SaveAsync(session, scan, run, time)),
            WatchLine line => WatchSaving.SaveAsync(session, line, options),
            var other => throw new InvalidOperationException($"A {other.GetType().Name} is not submitted."),
        });
        return !saved.WasThere;

        Task<SavedRun> SaveRunAsync(RunRow run, Func<SavedRun, RunTime, Task<SavedRun>> conclude) =>
            new RunSaving(session, run, packed!).SaveAsync(conclude, options);
    }
}
