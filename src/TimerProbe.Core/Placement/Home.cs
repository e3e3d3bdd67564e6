namespace TimerProbe.Core.Placement;

/// <summary>A home by events: the host's managed object id and the time of the power-on there, or why they do not show it.</summary>
public sealed record Home(string? Host, DateTimeOffset? Since, string? UnknownReason)
{
    public bool IsDoubted { get; init; }

    public bool IsUnconfirmed { get; init; }

    public MachineEvent? Other { get; init; }

    public bool IsBootTimeWrong { get; init; }

    public DateTimeOffset? LastPowerEventAt { get; init; }

    public static Home Unknown(string reason) => new(Host: null, Since: null, reason);
}
