namespace TimerProbe.Core.Facts;

/// <summary>What is read, whatever the platform calls it.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockSource>))]
public enum ClockSource
{
    /// <summary>The wall clock at full resolution: the one databases read per statement.</summary>
    PreciseTime,

    /// <summary>The wall clock as of the last tick: no hardware is read.</summary>
    CoarseTime,

    /// <summary>The monotonic counter.</summary>
    Counter,

    /// <summary>RDTSC.</summary>
    TimestampCounter,

    /// <summary>RDTSCP, which waits for the instructions before it.</summary>
    TimestampCounterOrdered,

    /// <summary>CPUID, which always leaves a virtual machine for its hypervisor: the price of one VM exit.</summary>
    VmExit,

    /// <summary>A call that does nothing: what the loop itself costs.</summary>
    EmptyCall,

    /// <summary>The counter that no time service corrects, where that is another clock: CLOCK_MONOTONIC_RAW.</summary>
    MonotonicRaw,
}
