using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP107: on Windows, precise time runs at another rate than coarse time.</summary>
public sealed class WrongRateRule : GuestRule
{
    /// <summary>A time daemon slews a clock by at most this; more is no correction.</summary>
    private const double SlewLimitPpm = 500;

    /// <summary>One percent: nothing but a wrong frequency does that.</summary>
    private const double CriticalPpm = 10_000;

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP107",
        Title = "The clock runs at a wrong rate",
        Meaning = """
            Precise time, which is counted by the processor, and coarse time, which the operating system advances by its timer
            interrupt, drift apart. So the clock is not only a matter of cost: it shows wrong durations. Timeouts, schedules and
            measured run times are off, and a cluster or Kerberos may refuse a machine whose time has wandered too far.

            In a virtual machine the usual reason is a TSC whose real rate is not the one the guest was told: on VMware, as is expected,
            after `monitor_control.virtual_rdtsc` = FALSE, which shows the guest the host's raw TSC, and a vMotion to a host of another
            frequency; on KVM after a migration to a host that cannot scale; on Xen with tsc_mode native. A rate wrong by exactly a
            factor of two has been seen on hosted Windows.

            Only Windows can be judged so: there the two clocks are counted apart. On Linux coarse time is the value that precise time
            had at the last tick, from one timekeeper, so that the two agree whatever the rate: agreement proves nothing there, and this
            rule is silent. Compare a Linux guest with a clock outside of it instead, by the frequency that `chronyc tracking` shows, the
            offsets of `ntpq -p` or what the platform's vendor says the time is. The remedies below help a Linux guest as well.
            """,
        Condition = """
            Asked for with `--drift`, on Windows. *Measured*: the difference of the rates, less its uncertainty, is more than 500 ppm, the most by
            which NTP slews a clock on purpose.
            """,
        Severities = "Warning; critical from 10,000 ppm (1 %, 36 seconds an hour) on, again less the uncertainty.",
        References = [Sources.VMwareTimekeeping, Sources.LinuxTimekeeping, Sources.XenTscMode, Sources.TwiceTheRate],
    };

    /// <inheritdoc/>
    protected override Observation? Observe(GuestFacts facts)
    {
        if (facts is not { Drift: { } drift, Machine.Windows: { Wine: null } })
        {
            return null;
        }

        var certain = drift.PreciseAgainstCoarsePpm.Magnitude.Value - drift.UncertaintyPpm.Value;
        return !(certain > SlewLimitPpm) ? null : new(
            certain >= CriticalPpm ? Severity.Critical : Severity.Warning,
            Confidence.Measured,
            Shown.Of(
                Shown.Number("Precise time against coarse time", drift.PreciseAgainstCoarsePpm.Value, "ppm", Shown.MeasuredHere),
                Shown.Number("Uncertainty", drift.UncertaintyPpm.Value, "ppm", Shown.MeasuredHere),
                Shown.Number("Observed for", drift.OverSeconds, "s", Shown.MeasuredHere),
                Shown.Hertz("TSC frequency the guest was told", facts.Machine.Hypervisor.VirtualTscHz, "CPUID 0x40000010"),
                Shown.Hertz("Present host's processor speed", facts.Machine.Hypervisor.HostHz, Shown.VMwareTools)));
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
        "If tsc_mode is native, give it back to Xen's choice (downtime)",
        [
            new(Tools.XlCfg, "tsc_mode = \"default\""),
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
        ],
        ["Away from the host of its start the guest's reads are then emulated: right, but dear."]);
}
