using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>What reading the clock costs while nothing changes: medians of the medians of samples.</summary>
public sealed record WatchLevel
{
    /// <summary>What a read of precise time costs, in bands.</summary>
    public required ClockState State { get; init; }

    /// <summary>Why, when it is not healthy.</summary>
    public required ClockCause Cause { get; init; }

    /// <summary>A read of precise time.</summary>
    public required Duration PreciseTimeNs { get; init; }

    /// <summary>
    /// A read of precise time at the faster of two levels between which the clock goes to and fro; null, and left out,
    /// for a level by itself. <see cref="PreciseTimeNs"/> is then that of the slower one.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Duration? AlternatesWithNs { get; init; }

    /// <summary>RDTSC; null when it is not measured by itself.</summary>
    public Duration? TimestampCounterNs { get; init; }

    /// <summary>CPUID; null when it was not measured.</summary>
    public Duration? VmExitNs { get; init; }

    /// <summary>RDTSC over CPUID, and precise time over CPUID without RDTSC; null outside a virtual machine.</summary>
    public double? RatioToVmExit { get; init; }

    /// <summary>A step of the arithmetic control.</summary>
    public required Duration ControlNs { get; init; }
}
