using System.Text.Json;

namespace TimerProbe.Fleet.Store;

/// <summary>Saves what guests submitted, each document once, in the order of arrival.</summary>
internal static class SubmittedSaving
{
    /// <summary>Compresses a document, before the store is locked; null for what a watch says, which is kept as rows alone.</summary>
    public static PackedDocument? Pack(SubmittedDocument document) =>
        document.Content is WatchLine ? null : PackedDocument.Pack(stream => stream.Write(document.Json));

    /// <returns>Of each in its place whether it is new.</returns>
    public static async Task<IReadOnlyList<bool>> SaveAsync(
        StoreSession session, IReadOnlyList<(SubmittedDocument Document, PackedDocument? Packed)> submissions, SaveOptions? options)
    {
        var submitted = (options ?? new SaveOptions()) with { IsClaimed = false, IsSubmitted = true };
        session.Memory = await SubmittedMemory.ReadAsync(session, [.. submissions.Select(each => each.Document)]);
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

/// <summary>
/// What the store knows of the runs and guests of documents that are saved together: asked for once, so that no document costs ways to a
/// server and back of its own, and updated with what the transaction adds.
/// </summary>
internal sealed class SubmittedMemory : IKnownRows
{
    private readonly DateTimeOffset _latest;
    private readonly Dictionary<string, long> _runs;
    private readonly Dictionary<string, (long Id, GuestMeasurement? Last)> _guests;

    private SubmittedMemory(
        DateTimeOffset latest, Dictionary<string, long> runs, Dictionary<string, (long Id, GuestMeasurement? Last)> guests) =>
        (_latest, _runs, _guests) = (latest, runs, guests);

    public static async Task<SubmittedMemory> ReadAsync(StoreSession session, IReadOnlyList<SubmittedDocument> documents)
    {
        var latest = (await session.ReadClockAsync()).Latest;
        var runs = await session.QueryOfDialectAsync(
            "submitted-runs",
            row => (row.Text(0), row.Long(1)),
            ("document_ids", List(documents.Select(document => document.Id.ToString()))));
        var guests = await session.QueryOfDialectAsync(
            "submitted-guests",
            row => (row.Text(0), (row.Long(1), row.Flag(2) ? GuestRows.ReadMeasurement(row, first: 3) : null)),
            ("identities", List(documents.Select(document => document.Guest).OfType<(string Name, string? Uuid)>()
                .Select(guest => GuestRows.IdentityOf(guest.Name, guest.Uuid)))),
            ("latest", latest.ToUnixTimeMilliseconds()));
        return new SubmittedMemory(
            latest, runs.ToDictionary(StringComparer.Ordinal), guests.ToDictionary(StringComparer.Ordinal));
    }

    public long RunOf(Guid document) => _runs.GetValueOrDefault(document.ToString());

    public void Add(Guid document, long run) => _runs[document.ToString()] = run;

    public (long Id, GuestMeasurement? Last) GuestOf(string identity) => _guests.GetValueOrDefault(identity);

    public void Add(string identity, long guest, IEnumerable<GuestMeasurement> measurements)
    {
        var last = GuestOf(identity).Last;
        foreach (var measured in measurements)
        {
            if (measured.State != Core.Facts.ClockState.Unclear && measured.At <= _latest && !(last?.At >= measured.At))
            {
                last = measured;
            }
        }

        _guests[identity] = (guest, last);
    }

    private static string List(IEnumerable<string> texts) =>
        JsonSerializer.Serialize([.. texts.Distinct(StringComparer.Ordinal)], SettingsJson.Default.StringArray);
}
