namespace TimerProbe.Core.Advice;

internal sealed class OldVirtualHardwareRule() : GuestRule("TP110")
{
    protected override Observation? Observe(GuestFacts facts) =>
        facts.Machine is not { Windows: { Wine: null, UsePlatformClock: not true } windows, Hypervisor: { Present: true } hypervisor }
        || !ClockPath.IsPlatformTimer(windows.QpfHz, bySystemCall: windows.QpcBypass == 0)
        || Platforms.GetPlatform(facts.Machine) != Setting.VMware
        || hypervisor is { Interface: "Hv#1", ReferenceTsc: not false }
            ? null
            : new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Expected, EvidenceFactory.Of(
                EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
                EvidenceFactory.Text(
                    "Hypervisor interface", hypervisor.Interface is { Length: > 0 } named ? named : "none", "CPUID 0x40000001"),
                EvidenceFactory.Flag("Reference TSC offered", hypervisor.ReferenceTsc, "CPUID 0x40000003"),
                EvidenceFactory.Cost(facts, ClockSource.PreciseTime)));

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) => [VMwareSettings.HardwareVersion(vm)];
}
