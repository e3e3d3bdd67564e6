using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP107: this machine's counter runs at another rate than a clock outside of it.</summary>
public sealed class WrongRateRule : GuestRule
{
    /// <summary>The most by which NTP corrects a frequency; more is no clock that is merely inexact.</summary>
    private const double SlewLimitPpm = 500;

    /// <summary>One percent: nothing but a wrong frequency does that.</summary>
    private const double CriticalPpm = 10_000;

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP107",
        Title = "The clock runs at a wrong rate",
        Impact = "Durations, timeouts and schedules are wrong, even where a time service keeps correcting the time of day.",
        LikelyCause = "The TSC's real rate is not the one the guest was told, as after a move to a host that cannot scale it.",
        Meaning = """
            The counter by which the operating system tells the time runs faster or slower than a clock outside of the machine. So the
            clock is not only a matter of cost: it shows wrong durations. Timeouts, schedules and measured run times are off, and a
            cluster or Kerberos may refuse a machine whose time has wandered too far. A time service can hide it in the time of day, by
            setting that again and again, but not in durations.

            In a virtual machine the usual reason is a TSC whose real rate is not the one the guest was told: on VMware, as is expected,
            after `monitor_control.virtual_rdtsc` = FALSE, which shows the guest the host's raw TSC, and a vMotion to a host of another
            frequency; on KVM after a migration to a host that cannot scale; on Xen with tsc_mode native. A rate wrong by exactly a
            factor of two has been seen on hosted Windows.

            Nothing inside the machine can show it. Precise time, coarse time, the counter and the hypervisor's reference page are one
            timekeeper, on Windows as on Linux: that they agree proves nothing.
            """,
        Condition = """
            Asked for with `--drift`, and with a clock outside of the machine to compare with: an NTP server that `--reference` names, or the
            host's time as VMware Tools tell it. *Measured*: the difference of the rates, less its uncertainty, is more than 500 ppm, the
            most by which NTP corrects a frequency. Judged is the counter that no time service corrects (QueryPerformanceCounter,
            CLOCK_MONOTONIC_RAW); what was corrected meanwhile stands beside it.

            The uncertainty is that of the comparison: half the shortest round trips to the server, or how sharply a step of the host's
            time could be seen. A server whose own time is wrong or is being corrected shows as a wrong rate here: take one that is
            itself synchronized.
            """,
        Severities = "Warning; critical from 10,000 ppm (1 %, 36 seconds an hour) on, again less the uncertainty.",
        References = [Sources.VMwareTimekeeping, Sources.LinuxTimekeeping, Sources.XenTscMode, Sources.TwiceTheRate],
    };

    /// <inheritdoc/>
    protected override Observation? Observe(GuestFacts facts)
    {
        if (facts.Drift is not { Reference: { } reference, CounterAgainstReferencePpm: { } rate, ReferenceUncertaintyPpm: { } uncertainty } drift)
        {
            return null;
        }

        var certain = rate.Magnitude.Value - uncertainty.Value;
        return !(certain > SlewLimitPpm) ? null : new(
            certain >= CriticalPpm ? Severity.Critical : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Number("Counter against the reference", rate.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Precise time against the reference", drift.PreciseAgainstReferencePpm?.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Uncertainty", uncertainty.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Observed for", drift.ReferenceOverSeconds, "s", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Precise time was moved against the counter by", drift.AdjustedMs, "ms", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Text("Reference", reference.Name, reference.Kind == TimeReferenceKind.Ntp ? "NTP" : "the host's time"),
                EvidenceFactory.ToldTsc(facts.Machine.Hypervisor),
                .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
            ]));
    }

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(VmName vm)
    {
        IEnumerable<PlannedRemedy> plan =
        [
            VMwarePower.Cycle(vm),
            VMwarePlacement.DrsRule(vm),
            VMwareRawTsc.TakeBack(vm),
            .. OtherPower.All(vm),
            NativeTsc.Kvm(vm),
            EmulatedTsc(vm),
            FirmwareRemedy.Update(),
        ];
        return plan.Select(remedy => remedy with { Verify = Verification.Rate });
    }

    private static PlannedRemedy EmulatedTsc(VmName vm) => new(
        Setting.Xen,
        "If tsc_mode is native, leave it to Xen's default (downtime)",
        [
            new(Tools.XlCfg, "tsc_mode = \"default\""),
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
        ],
        ["Away from the host of its start the guest's reads are then emulated: right, but slow."]);
}
