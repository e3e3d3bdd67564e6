using System.Text.Json.Serialization;
using TimerProbe.Core.Json;

namespace TimerProbe.Fleet.Store.Alerts;

/// <summary>An alert as it is kept.</summary>
public sealed record StoredAlert
{
    /// <summary>The channel of alerts that are made while no receiver is configured: they are kept, and sent to nobody.</summary>
    public const string Nobody = "nobody";

    /// <summary>What tells it from others.</summary>
    public required string Id { get; init; }

    /// <summary>Where it goes, by the name in the configuration. An alert for several channels is kept once for each.</summary>
    public required string Channel { get; init; }

    /// <summary>When what it tells of was seen.</summary>
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

/// <summary>How far an alert got.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<AlertState>))]
public enum AlertState
{
    /// <summary>It is to be delivered.</summary>
    Pending,

    /// <summary>It was delivered.</summary>
    Delivered,

    /// <summary>It could not be delivered and is given up.</summary>
    Failed,

    /// <summary>Somebody knows of it: it is never sent again.</summary>
    Acknowledged,
}
