namespace TimerProbe.Core.Placement;

/// <summary>A home by events: the host's managed object id and the time of the power-on there, or why they do not show it.</summary>
public sealed record Home(string? Host, DateTimeOffset? Since, string? UnknownReason)
{
    /// <summary>Whether events show that no power-on gave the frequency. Only the guest knows it then, and no earlier conclusion.</summary>
    public bool IsDoubted { get; init; }

    /// <summary>Whether nothing but the power-on event says that the machine was off before: it may be a reset's.</summary>
    public bool IsUnconfirmed { get; init; }

    /// <summary>What may have given another frequency than the home's: a reset, or a power-on that the boot time contradicts.</summary>
    public MachineEvent? Other { get; init; }

    /// <summary>Whether the boot time is later than the last power-on, and no event shows that the machine was off since.</summary>
    public bool IsBootTimeWrong { get; init; }

    /// <summary>The newest event of powering on or off; resets do not count.</summary>
    public DateTimeOffset? LastPowerEventAt { get; init; }

    /// <summary>No home, for a reason.</summary>
    public static Home Unknown(string reason) => new(Host: null, Since: null, reason);
}
