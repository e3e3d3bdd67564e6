using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal static class CpuPressure
{
    public static bool ActedOn(GuestFacts facts) => facts.Control.Starved || Starvation.IsUnder(facts.Machine);

    /// <summary>
    /// Whether a clock that is slow for a known cause may itself be what keeps the processors busy: programs that read it burn them, and
    /// nothing outside of the machine took any.
    /// </summary>
    public static bool MayBeTheClocks(GuestFacts facts) =>
        facts.Verdict is
        {
            State: ClockState.Slow or ClockState.Suspicious,
            Cause: ClockCause.TscTrapped or ClockCause.PlatformTimer or ClockCause.HypervisorPage or ClockCause.HypervisorCall
        }
        && !Starvation.IsFromOutside(facts.Machine);

    /// <summary>Whether the hypervisor's limit lies, or may lie, below what the machine's processors could do.</summary>
    public static bool Limited(MachineFacts machine) => machine.CpuPressure.LimitHz is { } limit
        && !(limit.Hertz >= machine.Hypervisor.HostHz?.Hertz * machine.ProcessorCount);
}
