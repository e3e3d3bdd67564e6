using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>Whether something kept the process from its processors during the run.</summary>
internal static class CpuPressure
{
    /// <summary>/proc/stat counts steal in ticks of 10 ms: one alone may be what was left over from before the run.</summary>
    private const double StealTickMs = 10;

    public static bool Throttled(CpuPressureFacts pressure) => pressure.ThrottledMs > 0;

    public static bool Stolen(CpuPressureFacts pressure) => pressure.StealMs > StealTickMs;

    /// <summary>Whether the hypervisor's limit lies below what the machine's processors could do; one whose capacity is unknown may.</summary>
    public static bool Limited(MachineFacts machine) => machine.CpuPressure.LimitHz is { } limit
        && !(limit.Hertz >= machine.Hypervisor.HostHz?.Hertz * machine.ProcessorCount);

    public static bool ActedOn(GuestFacts facts) =>
        facts.Control.Starved || Throttled(facts.Machine.CpuPressure) || Stolen(facts.Machine.CpuPressure);
}
