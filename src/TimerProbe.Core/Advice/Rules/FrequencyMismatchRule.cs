using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class FrequencyMismatchRule : GuestRule
{
    private const double RoundingHertz = 500_000;

    /// <summary>What KVM takes as one frequency; it also holds the 200 ppm by which the told speed may be off.</summary>
    private const double TolerancePpm = 250;

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP108",
        Title = "The host's frequency is not the one the VM was powered on at",
        Impact = "Clock reads may trap on this host, or after the next vMotion; the measured cost shows whether they do now.",
        LikelyCause = "The VM was moved to a host with a different frequency after it was powered on.",
        Meaning = """
            A VMware virtual machine keeps the TSC frequency of the host on which it was powered on. VMware Tools reports the speed of
            the host it is on now, and the two differ: the VM has moved to a host with a different frequency. Whether that costs
            anything depends on the host's processor: one that scales the TSC in hardware is expected to let the guest read it natively;
            one that does not makes every read trap (TP101). The measured cost decides; this finding explains it and warns of the next
            vMotion. When reads do trap, see TP101 for what to do about it.
            """,
        Condition = """
            The frequency reported by CPUID 0x40000010, or by the hypervisor's reference page where CPUID does not, and the host speed
            reported by VMware Tools differ by more than 250 ppm plus the half MHz to which the latter is rounded, together about 450
            ppm at 2.5 GHz. Smaller differences exist and matter, but cannot be seen this way. *Inferred*: the reported speed is good to
            200 ppm at best, and that it follows a vMotion is expected, not documented. On Windows it is the counter "Host processor
            speed in MHz", on Linux the output of `vmware-toolbox-cmd stat speed`; where both are available, both are shown and the
            counter is compared.
            """,
        Severities = "Warning when the clock is slow; otherwise info.",
        References = [Sources.VMwareTimekeeping, Sources.LinuxTimekeeping],
    };

    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine.Hypervisor is not { VirtualTscHz: { Hertz: > 0 } reported, HostHz: { Hertz: > 0 } host } || !Differ(reported, host)
            ? null
            : new(
                facts.Verdict.State == ClockState.Slow ? Severity.Warning : Severity.Info,
                Confidence.Inferred,
                EvidenceFactory.Of([
                    EvidenceFactory.ToldTsc(facts.Machine.Hypervisor),
                    .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                    EvidenceFactory.Number("Difference", host.DifferenceFrom(reported).Value, "ppm", EvidenceFactory.Calculated),
                    EvidenceFactory.Text("Processor", facts.Machine.CpuModel, EvidenceFactory.Cpuid),
                ]));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        MeasureAgain.AfterMoves() with { When = facts => facts.Verdict.State != ClockState.Slow },
        VMwarePower.Cycle(vm) with { When = facts => facts.Verdict is { State: ClockState.Slow, Cause: not ClockCause.TscTrapped } },
        VMwarePlacement.DrsRule(vm) with { When = facts => facts.Verdict.Cause != ClockCause.TscTrapped },
        VMwarePlacement.Frequencies(vm),
    ];

    private static bool Differ(Frequency reported, Frequency host) =>
        Math.Abs(host.Hertz - (double)reported.Hertz) > RoundingHertz + (reported.Hertz * TolerancePpm / 1e6);
}
