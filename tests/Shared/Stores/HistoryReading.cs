namespace TimerProbe.Tests.Stores;

/// <summary>Reads histories by a stretch of time alone.</summary>
internal static class HistoryReading
{
    public static Task<HistoryDocument> ReadAsync(this StoredHistory history, KnownSubject known, TimeWindow window,
        CancellationToken cancellationToken) => history.ReadAsync(known, Frame(window), cancellationToken);

    public static Task<HistoryDocument?> ReadFleetAsync(
        this StoredHistory history, string? server, TimeWindow window, int maxChanges, CancellationToken cancellationToken) =>
        history.ReadFleetAsync(server, Frame(window), maxChanges, cancellationToken);

    /// <summary>What changed of all vCenters and guests, in the order of time.</summary>
    public static async Task<IReadOnlyList<HistoryChange>> ChangesAsync(
        this StoredHistory history, TimeWindow window, int maxChanges, CancellationToken cancellationToken) =>
        (await history.ReadFleetAsync(server: null, window, maxChanges, cancellationToken))!.Changes;

    private static HistoryFrame Frame(TimeWindow window) => new(window, TimeProvider.System.GetUtcNow(), new ToolInfo("0.1.0"));
}
