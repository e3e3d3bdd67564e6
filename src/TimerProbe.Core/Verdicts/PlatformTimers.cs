using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>The platform timers that Windows' performance counter may run on, told by their fixed frequencies.</summary>
public static class PlatformTimers
{
    /// <summary>The ACPI power-management timer (ACPI specification, 4.8.2.1).</summary>
    public static readonly Frequency PmTimer = new(3_579_545);

    /// <summary>The usual frequency of the HPET.</summary>
    public static readonly Frequency Hpet = new(14_318_180);

    /// <summary>Whether a performance counter of this frequency runs on one of them.</summary>
    public static bool Drive(Frequency? performanceCounter) => performanceCounter == PmTimer || performanceCounter == Hpet;
}
