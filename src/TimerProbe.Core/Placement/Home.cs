namespace TimerProbe.Core.Placement;

/// <summary>A home as events tell it, or why they do not.</summary>
/// <param name="Host">The managed object id of the host; null when unknown.</param>
/// <param name="Since">When the machine was powered on there.</param>
/// <param name="UnknownReason">Why it is unknown; null when it is known.</param>
public sealed record Home(string? Host, DateTimeOffset? Since, string? UnknownReason)
{
    /// <summary>
    /// Whether the events tell that no power-on gives the frequency. Then only the guest itself
    /// knows it; what was concluded from those events before is no better.
    /// </summary>
    public bool IsDoubted { get; init; }

    /// <summary>Whether nothing but the power-on event says that the machine was off before: it may be a reset's.</summary>
    public bool IsUnconfirmed { get; init; }

    /// <summary>
    /// What may have given another frequency than the home's: a reset, or a power-on that the boot time contradicts. Null when nothing did.
    /// </summary>
    public MachineEvent? Other { get; init; }

    /// <summary>Whether the boot time is later than the last power-on, and no event tells that the machine was off since.</summary>
    public bool IsBootTimeWrong { get; init; }

    /// <summary>The newest event of powering on or off; resets do not count.</summary>
    public DateTimeOffset? LastPowerEventAt { get; init; }

    /// <summary>No home, for a reason.</summary>
    public static Home Unknown(string reason) => new(Host: null, Since: null, reason);
}
