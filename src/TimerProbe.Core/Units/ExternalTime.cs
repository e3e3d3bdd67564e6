namespace TimerProbe.Core.Units;

/// <summary>
/// Times that servers and guests tell. One outside of <see cref="Earliest"/> to <see cref="Latest"/> is none: within, days and years
/// can be added and taken away, and written in any calendar, without running over what a date can be.
/// </summary>
public static class ExternalTime
{
    /// <summary>The first time that is believed. No machine of today was started, and no file of this program written, before.</summary>
    public static readonly DateTimeOffset Earliest = new(1990, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The last time that is believed.</summary>
    public static readonly DateTimeOffset Latest = new(2200, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The time; null when it cannot be.</summary>
    public static DateTimeOffset? Accept(DateTimeOffset reported) => reported >= Earliest && reported <= Latest ? reported : null;

    /// <summary>The time so much earlier, as far as there are times: it never fails, whatever the two are.</summary>
    public static DateTimeOffset Before(this DateTimeOffset time, TimeSpan by) =>
        by.Ticks < 0 && time.UtcTicks > DateTimeOffset.MaxValue.UtcTicks + by.Ticks ? DateTimeOffset.MaxValue
        : by.Ticks > 0 && time.UtcTicks < by.Ticks ? DateTimeOffset.MinValue
        : new DateTimeOffset(time.UtcTicks - by.Ticks, TimeSpan.Zero);
}
