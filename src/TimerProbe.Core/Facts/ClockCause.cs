namespace TimerProbe.Core.Facts;

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
