namespace TimerProbe.Fleet.Store;

public sealed record StoredAlert
{
    public const string Nobody = "nobody";

    public required string Id { get; init; }

    public required string Channel { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    public required string Kind { get; init; }

    public required string Subject { get; init; }

    public required string Payload { get; init; }

    public required AlertState State { get; init; }

    public int Attempts { get; init; }

    /// <summary>When it is due; null when it is not to be sent any more.</summary>
    public DateTimeOffset? NextAttemptAt { get; init; }

    public string? LastError { get; init; }

    public DateTimeOffset? DeliveredAt { get; init; }

    public DateTimeOffset? AcknowledgedAt { get; init; }
}
