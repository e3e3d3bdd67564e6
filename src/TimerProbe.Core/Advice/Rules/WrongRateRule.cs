namespace TimerProbe.Core.Advice;

internal sealed class WrongRateRule() : GuestRule("TP107", isOfCheapClock: true)
{
    private const double SlewLimitPpm = 500;

    /// <summary>One percent: nothing but a wrong frequency does that.</summary>
    private const double CriticalPpm = 10_000;

    protected override Observation? Observe(GuestFacts facts)
    {
        if (facts.Drift is not { Reference: not null, CounterAgainstReferencePpm: { } rate, UncertaintyPpm: { } uncertainty } drift)
        {
            return null;
        }

        var certain = rate.Magnitude.Value - uncertainty.Value;
        return !(certain > SlewLimitPpm) ? null : new(
            certain >= CriticalPpm ? Severity.Critical : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                .. TimeEvidence.Rates(drift),
                EvidenceFactory.ReportedTsc(facts.Machine.Hypervisor),
                .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                .. EvidenceFactory.LinuxClocks(facts),
            ]))
        {
            LikelyCause = Platforms.GetPlatform(facts.Machine) switch
            {
                _ when ClocksourceChoice.TicksBesideTsc(facts.Machine.Linux) =>
                    "The kernel counts its own ticks, and loses some; it does not count by the TSC, although it lists it.",
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
            .. GuestClocksource.LinuxOfTicks(),
            VMwarePower.Cycle(vm),
            VMwarePlacement.DrsRule(vm),
            VMwareRawTsc.TakeBack(vm),
            .. Platforms.Restart(vm),
            .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Kvm),
            EmulatedTsc(vm),
            OtherClock.FirmwareUpdate(),
        ];
        return plan.Select(remedy => remedy with { Verify = Verification.Rate });
    }

    private static PlannedRemedy EmulatedTsc(VmName vm) => new(Setting.Xen, "If tsc_mode is native, change it to Xen's default (downtime)",
        [
            new(Tools.XlCfg, "tsc_mode = \"default\""),
            OtherPower.XlRestart(vm),
        ],
        ["The guest's reads are then emulated on any host other than the one it was started on: correct, but slow."]);
}
