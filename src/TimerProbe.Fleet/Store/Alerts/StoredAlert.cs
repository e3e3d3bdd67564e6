namespace TimerProbe.Fleet.Store;

/// <summary>A saved alert.</summary>
public sealed record StoredAlert
{
    /// <summary>The channel of alerts that are made while no receiver is configured: they are saved, and sent to nobody.</summary>
    public const string Nobody = "nobody";

    /// <summary>Its unique id.</summary>
    public required string Id { get; init; }

    /// <summary>Where it goes, by the name in the configuration. An alert for several channels is saved once for each.</summary>
    public required string Channel { get; init; }

    /// <summary>When what it is about was seen.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>What it is about.</summary>
    public required string Kind { get; init; }

    /// <summary>Whom it is about.</summary>
    public required string Subject { get; init; }

    /// <summary>What is sent, as JSON.</summary>
    public required string Payload { get; init; }

    /// <summary>How far it got.</summary>
    public required AlertState State { get; init; }

    /// <summary>How often it was tried to deliver it.</summary>
    public int Attempts { get; init; }

    /// <summary>When it is due; null when it is not to be sent any more.</summary>
    public DateTimeOffset? NextAttemptAt { get; init; }

    /// <summary>What went wrong the last time.</summary>
    public string? LastError { get; init; }

    /// <summary>When it was delivered.</summary>
    public DateTimeOffset? DeliveredAt { get; init; }

    /// <summary>When it was acknowledged.</summary>
    public DateTimeOffset? AcknowledgedAt { get; init; }
}
