using System.Text.Json.Serialization;

namespace TimerProbe.Core.Facts;

/// <summary>The verdict about this machine's clock.</summary>
/// <param name="State">What a read of precise time costs.</param>
/// <param name="Cause">Why, when it is not healthy.</param>
/// <param name="Confidence">How the cause is known; null without a cause.</param>
/// <param name="Because">One sentence with the figures that decided.</param>
public sealed record Verdict(ClockState State, ClockCause Cause, Confidence? Confidence, string Because);

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

/// <summary>Why a clock is expensive to read.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockCause>))]
public enum ClockCause
{
    /// <summary>It is not expensive.</summary>
    None,

    /// <summary>A read is cheap part of the time, or on some of the processors, and expensive otherwise.</summary>
    Intermittent,

    /// <summary>The processor itself is slowed by as much as the clock: arithmetic that reads no clock is slow too.</summary>
    CpuStarved,

    /// <summary>RDTSC leaves the virtual machine for its hypervisor.</summary>
    TscTrapped,

    /// <summary>The operating system reads HPET, the ACPI PM timer or another platform timer.</summary>
    PlatformTimer,

    /// <summary>The hypervisor's shared page is not valid, so reads fall back to a call into the hypervisor.</summary>
    HypervisorPage,

    /// <summary>The operating system asks the hypervisor for its time on every read, by a system call.</summary>
    HypervisorCall,

    /// <summary>Every clock is a system call, those that read no hardware too.</summary>
    SystemCall,

    /// <summary>None of the known causes fits.</summary>
    Unknown,
}

/// <summary>How a statement is known.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Confidence>))]
public enum Confidence
{
    /// <summary>By a measurement of the thing itself.</summary>
    Measured,

    /// <summary>It follows from what was measured.</summary>
    Inferred,

    /// <summary>By what is published or reported; not tried on a real ESXi host.</summary>
    Expected,
}
