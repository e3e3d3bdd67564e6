namespace TimerProbe.Fleet.Store;

/// <summary>
/// What the store knows of the runs and guests of documents that are saved together: asked for once, so that no document costs
/// ways to a server and back of its own, and updated with what the transaction adds.
/// </summary>
internal sealed class SubmittedMemory
{
    private readonly DateTimeOffset _latest;
    private readonly Dictionary<string, long> _runs;
    private readonly Dictionary<string, (long Id, HistoryMeasurement? Last)> _guests;

    private SubmittedMemory(
        DateTimeOffset latest, Dictionary<string, long> runs, Dictionary<string, (long Id, HistoryMeasurement? Last)> guests) =>
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
            row => (row.Text(0), (row.Long(1), row.Flag(2) ? HistoryRows.Measurement(row, first: 3) : null)),
            ("identities", List(documents.Select(document => document.Guest).OfType<(string Name, string? Uuid)>()
                .Select(guest => GuestRows.GetIdentity(guest.Name, guest.Uuid)))),
            ("latest", latest.ToUnixTimeMilliseconds()));
        return new SubmittedMemory(latest, runs.ToDictionary(), guests.ToDictionary());
    }

    public long GetRun(Guid document) => _runs.GetValueOrDefault(document.ToString());

    public void Add(Guid document, long run) => _runs[document.ToString()] = run;

    public (long Id, HistoryMeasurement? Last) GetGuest(string identity) => _guests.GetValueOrDefault(identity);

    public void Add(string identity, long guest, IEnumerable<HistoryMeasurement> measurements)
    {
        var last = GetGuest(identity).Last;
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
        JsonSerializer.Serialize([.. texts.Distinct()], StoreJson.Default.StringArray);
}
