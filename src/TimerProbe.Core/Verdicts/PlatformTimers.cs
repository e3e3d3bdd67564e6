using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>The platform timers that Windows' performance counter may run on, told by their fixed frequencies.</summary>
public static class PlatformTimers
{
    /// <summary>The ACPI power-management timer (ACPI specification, 4.8.2.1).</summary>
    public static readonly Frequency PmTimer = new(3_579_545);

    /// <summary>The usual frequency of the HPET.</summary>
    public static readonly Frequency Hpet = new(14_318_180);

    /// <summary>The frequency of the HPET in Intel's chipsets since Skylake; other clocks have it as well.</summary>
    public static readonly Frequency NewerHpet = new(24_000_000);

    /// <summary>
    /// The unit of a hypervisor's reference time, 100 ns (Hypervisor Top-Level Functional Specification, "Partition Reference
    /// Counter"). Windows also shows it where it scales the TSC itself.
    /// </summary>
    public static readonly Frequency HypervisorReference = new(10_000_000);

    /// <summary>Whether a performance counter of this frequency runs on a platform timer.</summary>
    /// <param name="performanceCounter">The figure of <c>QueryPerformanceFrequency</c>; null when unknown.</param>
    /// <param name="bySystemCall">Whether it is known to be read by a system call: only then does 24 MHz name the HPET.</param>
    public static bool Drive(Frequency? performanceCounter, bool bySystemCall) =>
        performanceCounter == PmTimer || performanceCounter == Hpet || (bySystemCall && performanceCounter == NewerHpet);
}
