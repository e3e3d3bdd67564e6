namespace TimerProbe.Server.Views;

internal sealed class FleetHistoryView(FleetStore store, TimeProvider time)
{
    private const int MaxScans = 240;
    private const int MaxChanges = 25;
    private static readonly TimeSpan Window = TimeSpan.FromDays(30);

    // Warnings about a history that is read are no news to a node.
    private static readonly ReportingDialog Silent = new(_ => { });

    private volatile Known? _fleet;

    /// <summary>The last 30 days of the fleet, in so many scans as a picture can show, with the newest of what changed.</summary>
    public async Task<HistoryDocument> OfFleetAsync(long version, CancellationToken cancellationToken)
    {
        if (_fleet is { } known && known.Version == version)
        {
            return known.Document;
        }

        var document = await Search().ReadFleetAsync(server: null, cancellationToken);
        document = document with { Scans = Thinned(document.Scans), Changes = [.. document.Changes.TakeLast(MaxChanges)] };
        _fleet = new Known(version, document);
        return document;
    }

    public Task<HistoryDocument> ChangesAsync(long after, long last, DateTimeOffset from, CancellationToken cancellationToken) =>
        Search(new TimeWindow(from, time.GetUtcNow())).ReadChangesAsync(after, last, cancellationToken);

    /// <summary>The history of the fleet that was read last; null when none was.</summary>
    public HistoryDocument? LastOfFleet => _fleet?.Document;

    /// <summary>The last 30 days of a machine; null where the store knows of none.</summary>
    public async Task<HistoryDocument?> OfAsync(MachineRow machine, CancellationToken cancellationToken)
    {
        try
        {
            return await Search().ReadAsync(machine.Facts.Id, "vm", machine.Server, cancellationToken);
        }
        catch (UseCaseException ex) when (ex.InnerException is not Fleet.Store.StoreException)
        {
            return null;
        }
    }

    private static IReadOnlyList<HistoryScan> Thinned(IReadOnlyList<HistoryScan> scans) =>
        scans.Count <= MaxScans
            ? scans
            : [.. Enumerable.Range(1, MaxScans).Select(item => scans[(int)((long)item * scans.Count / MaxScans) - 1])];

    private HistorySearch Search() => Search(new TimeWindow(time.GetUtcNow() - Window, time.GetUtcNow()));

    private HistorySearch Search(TimeWindow window) =>
        new(store.History, window, new UseCaseContext(ServerContext.Tool, time, Silent, () => TimeSpan.Zero));

    private sealed record Known(long Version, HistoryDocument Document);
}
