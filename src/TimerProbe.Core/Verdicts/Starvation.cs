using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Verdicts;

/// <summary>Says whether something kept the process from its processors while it ran.</summary>
public static class Starvation
{
    /// <summary>The share of all processors' time that stealing may take: less is the ordinary noise of a shared host.</summary>
    public const double StealLimit = 0.1;

    /// <summary>The share of the run's time that a thread may wait for a processor, and the time below which it does not matter.</summary>
    public const double WaitLimit = 0.25;

    private const double WaitFloorMs = 5;

    // The kernel counts steal in ticks of 10 ms: one tick may stand for next to nothing.
    private const double StealFloorMs = 30;

    /// <summary>Whether the quota stopped the process at all, or stealing or waiting took more than its limit.</summary>
    public static bool IsUnder(MachineFacts machine)
    {
        var pressure = machine.CpuPressure;
        return IsFromOutside(machine) || (pressure.WaitedMs > WaitLimit * pressure.OverMs && pressure.WaitedMs > WaitFloorMs);
    }

    /// <summary>Whether the hypervisor or a quota took the time: no program of the machine causes that by reading a slow clock.</summary>
    public static bool IsFromOutside(MachineFacts machine)
    {
        var pressure = machine.CpuPressure;
        return pressure.ThrottledMs > 0
            || (pressure.StealMs > StealLimit * pressure.OverMs * (machine.ProcessorCount ?? 1) && pressure.StealMs >= StealFloorMs);
    }
}
