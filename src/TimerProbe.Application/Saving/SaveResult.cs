namespace TimerProbe.Application.Saving;

/// <summary>What became of a run that is to be kept.</summary>
public sealed record SaveResult
{
    /// <summary>When it was saved; null when it was not.</summary>
    public DateTimeOffset? SavedAt { get; init; }

    /// <summary>How many runs of this user on this machine wait for the store, this one counted.</summary>
    public int Waiting { get; init; }

    /// <summary>How many alerts of the store are yet to be delivered; null when it could not be asked.</summary>
    public long? PendingAlerts { get; init; }

    /// <summary>When the oldest of these was made; null when there is none, or it could not be asked.</summary>
    public DateTimeOffset? OldestPendingAlertAt { get; init; }

    /// <summary>How many alerts were tried by this run and not taken.</summary>
    public int FailedDeliveries { get; init; }
}
