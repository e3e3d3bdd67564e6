namespace TimerProbe.Core.Facts;

/// <summary>A server that is left out, because it was also given by another name.</summary>
/// <param name="Server">The name that is left out.</param>
/// <param name="SameAs">The name under which it is listed.</param>
public sealed record LeftOutServer(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Vcenter)] string SameAs);

/// <summary>What became of a run that is to be saved, and of what its store has to send.</summary>
/// <param name="SavedAt">When it was saved; null when it was not: a store that takes nothing is not to look as if it did.</param>
/// <param name="PendingAlerts">How many alerts of the store are yet to be delivered; null when it could not be asked.</param>
/// <param name="OldestPendingAlertAt">When the oldest of these was made; null when there is none, or it could not be asked.</param>
/// <param name="FailedDeliveries">How many alerts were tried by this run and not taken.</param>
public sealed record SaveResult(
    DateTimeOffset? SavedAt = null,
    long? PendingAlerts = null,
    DateTimeOffset? OldestPendingAlertAt = null,
    int FailedDeliveries = 0);
