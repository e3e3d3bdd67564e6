namespace TimerProbe.Core.Placement;

/// <summary>A home, or why there is none.</summary>
/// <param name="Host">The managed object id of the host; null when unknown.</param>
/// <param name="Since">When the machine was powered on there.</param>
/// <param name="UnknownReason">Why it is unknown; null when it is known.</param>
public sealed record Home(string? Host, DateTimeOffset? Since, string? UnknownReason)
{
    /// <summary>
    /// Whether the events tell that no power-on gives the frequency. Then only the guest itself knows it; what was concluded from those events
    /// before is no better.
    /// </summary>
    public bool IsDoubted { get; init; }

    /// <summary>No home, for a reason.</summary>
    public static Home Unknown(string reason) => new(Host: null, Since: null, reason);
}
