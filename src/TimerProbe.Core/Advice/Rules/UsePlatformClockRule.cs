using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class UsePlatformClockRule : GuestRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP111",
        Title = "Windows was started with useplatformclock",
        Impact = "Each clock read takes about a microsecond instead of 20 to 60 ns.",
        LikelyCause = "Someone followed old advice about games or clock drift; nothing that runs today needs the option.",
        Meaning = """
            The boot option `useplatformclock` makes Windows keep time with a platform timer (HPET or the ACPI power-management timer)
            although the processor's counter would do. Each read of the clock is then a system call and a device access, about a
            microsecond instead of 17 to 40 ns. Nothing that runs today needs the option; it comes from old advice about games or
            drifting clocks.
            """,
        Condition = "*Measured*: the boot options of the running Windows have `useplatformclock` set to yes.",
        Severities = "Warning. The verdict and TP102 show what it costs here.",
        References = [Sources.BcdEdit, Sources.WindowsTimestamps],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine.Windows is not { UsePlatformClock: true } windows ? null : new(
        Severity.Warning,
        Confidence.Measured,
        EvidenceFactory.Of(
            EvidenceFactory.Flag("useplatformclock", value: true, "boot options"),
            EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Number("QpcBypassEnabled", windows.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime)));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) => [GuestClocksource.WindowsPlatformClock()];
}
