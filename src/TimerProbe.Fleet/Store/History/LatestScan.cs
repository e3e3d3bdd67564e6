namespace TimerProbe.Fleet.Store.History;

/// <summary>The latest scan of a vCenter.</summary>
/// <param name="Server">The vCenter, by the name it was asked by.</param>
/// <param name="DocumentId">The scan's document, which may be about other vCenters too.</param>
/// <param name="At">When it was.</param>
public sealed record LatestScan(string Server, Guid DocumentId, DateTimeOffset At);
