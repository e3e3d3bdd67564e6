namespace TimerProbe.Core.Facts;

/// <summary>What a vCenter reports of a machine's powering on and off, besides its boot time and its events' home.</summary>
public sealed record PowerHistory
{
    /// <summary>No events were read.</summary>
    public static readonly PowerHistory Unread = new();

    /// <summary>From when on events were read, so that one of this machine would have been seen; null when none were read.</summary>
    public DateTimeOffset? EventsSince { get; init; }

    /// <summary>When it was last powered on or off, or restarted by HA, by its events; null when none says so.</summary>
    public DateTimeOffset? LastEventAt { get; init; }

    /// <summary>
    /// A moment since which it has been on without a break, by its uptime; it may have been on for longer. Null when not reported.
    /// </summary>
    public DateTimeOffset? OnSince { get; init; }

    /// <summary>
    /// Whether events show that its frequency is not from a power-on (a revert to a snapshot, an instant clone, a secondary of fault
    /// tolerance). Then only what was seen in the guest or in the hypervisor's log since counts.
    /// </summary>
    public bool IsFrequencyRestored { get; init; }

    /// <summary>
    /// Whether the boot time is not that of the last power-on, or may not be: events reach back beyond it, and hold no power-on of
    /// that time.
    /// </summary>
    public bool IsBootTimeWrong { get; init; }

    /// <summary>
    /// When something happened that may or may not have given another frequency: a reset, or a power-on that the boot time
    /// contradicts. Null when nothing did.
    /// </summary>
    public DateTimeOffset? OtherAt { get; init; }

    /// <summary>The frequency it has then; null when that is not known.</summary>
    public Frequency? OtherHz { get; init; }

    /// <summary>Whether that is a reset.</summary>
    public bool IsOtherReset { get; init; }
}
