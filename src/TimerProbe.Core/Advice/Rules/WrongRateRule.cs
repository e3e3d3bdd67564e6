using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class WrongRateRule : GuestRule
{
    /// <summary>The most by which NTP corrects a frequency; more is no clock that is merely inexact.</summary>
    private const double SlewLimitPpm = 500;

    /// <summary>One percent: nothing but a wrong frequency does that.</summary>
    private const double CriticalPpm = 10_000;

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP107",
        Title = "The clock runs at the wrong rate",
        Impact = "Durations, timeouts and schedules are wrong, even where a time service keeps correcting the time of day.",
        LikelyCause = "The TSC's real rate is not the one reported to the guest, for instance after a move to a host that cannot scale it.",
        Meaning = """
            The counter that the operating system keeps time with runs faster or slower than a clock outside the machine. So this is not
            only about cost: durations are wrong. Timeouts, schedules and measured run times are off, and a cluster or Kerberos may
            refuse a machine whose time has drifted too far. A time service can hide it in the time of day, by correcting that again and
            again, but not in durations.

            In a virtual machine, the usual reason is a TSC whose real rate is not the one reported to the guest: on VMware (expected,
            not tried), after `monitor_control.virtual_rdtsc` = FALSE, which shows the guest the host's raw TSC, and a vMotion to a host
            with a different frequency; on KVM, after a migration to a host that cannot scale; on Xen, with tsc_mode native. A rate
            wrong by exactly a factor of two has been seen on hosted Windows.

            Nothing inside the machine can show it. Precise time, coarse time, the counter and the hypervisor's reference page are the
            same timekeeper, on Windows as on Linux: their agreement proves nothing.
            """,
        Condition = """
            Checked with `--drift` and a clock outside the machine to compare with: an NTP server named with `--reference`, or the
            host's time as reported by VMware Tools. *Measured*: the difference between the rates, less its uncertainty, is more than
            500 ppm, the largest frequency error that NTP corrects. The counter that no time service corrects is judged
            (QueryPerformanceCounter, CLOCK_MONOTONIC_RAW); what was corrected meanwhile is shown alongside it.

            The uncertainty is that of the comparison: half the shortest round trips to the server, or how precisely a step of the
            host's time could be seen. A server whose own time is wrong or is being corrected shows up as a wrong rate here: use one
            that is itself synchronized.
            """,
        Severities = "Warning; critical at 10,000 ppm (1 %, 36 seconds an hour) or more, again less the uncertainty.",
        References = [Sources.VMwareTimekeeping, Sources.LinuxTimekeeping, Sources.XenTscMode, Sources.TwiceTheRate],
    };

    protected override Observation? Observe(GuestFacts facts)
    {
        if (facts.Drift is not { Reference: { } reference } drift
            || drift is not { CounterAgainstReferencePpm: { } rate, ReferenceUncertaintyPpm: { } uncertainty })
        {
            return null;
        }

        var certain = rate.Magnitude.Value - uncertainty.Value;
        return !(certain > SlewLimitPpm) ? null : new(
            certain >= CriticalPpm ? Severity.Critical : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Number("Counter compared with the reference", rate.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number(
                    "Precise time compared with the reference",
                    drift.PreciseAgainstReferencePpm?.Value,
                    "ppm",
                    EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Uncertainty", uncertainty.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Observed for", drift.ReferenceOverSeconds, "s", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number(
                    "Precise time was adjusted relative to the counter by", drift.AdjustedMs, "ms", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Text("Reference", reference.Name, reference.Kind == TimeReferenceKind.Ntp ? "NTP" : "the host's time"),
                EvidenceFactory.ToldTsc(facts.Machine.Hypervisor),
                .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                .. EvidenceFactory.LinuxClocks(facts),
            ]))
        {
            LikelyCause = Settings.PlatformOf(facts.Machine) switch
            {
                Setting.Physical => "The TSC's rate was measured wrongly when the system started, or the timer it was measured with is wrong.",
                Setting.Emulator => "The emulator's counter does not keep the time of the computer that it runs on.",
                Setting.DockerDesktop or Setting.Wsl or Setting.VMwareDesktop or Setting.VirtualBox or Setting.Parallels =>
                    "The TSC's real rate is not the one the system goes by, for instance after the computer slept or the VM was suspended.",
                _ => null,
            },
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm)
    {
        IEnumerable<PlannedRemedy> plan =
        [
            VMwarePower.Cycle(vm),
            VMwarePlacement.DrsRule(vm),
            VMwareRawTsc.TakeBack(vm),
            .. Platforms.Restart(vm),
            .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Kvm),
            EmulatedTsc(vm),
            FirmwareRemedy.Update(),
        ];
        return plan.Select(remedy => remedy with { Verify = Verification.Rate });
    }

    private static PlannedRemedy EmulatedTsc(VmName vm) => new(
        Setting.Xen,
        "If tsc_mode is native, change it to Xen's default (downtime)",
        [
            new(Tools.XlCfg, "tsc_mode = \"default\""),
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
        ],
        ["The guest's reads are then emulated on any host other than the one it was started on: correct, but slow."]);
}
