namespace TimerProbe.Core.Facts;

/// <summary>What a read of precise time costs, in bands.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockState>))]
public enum ClockState
{
    /// <summary>At most 100 ns.</summary>
    Healthy,

    /// <summary>At most 300 ns.</summary>
    Check,

    /// <summary>At most 600 ns.</summary>
    Suspicious,

    /// <summary>Above 600 ns, or trapped.</summary>
    Slow,

    /// <summary>The figure could not be pinned down.</summary>
    Unclear,
}
