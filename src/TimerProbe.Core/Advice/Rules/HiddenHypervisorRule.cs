namespace TimerProbe.Core.Advice;

internal sealed class HiddenHypervisorRule() : GuestRule("TP109")
{
    private const string MicrosoftVendor = "Microsoft Hv";

    protected override Observation? Observe(GuestFacts facts)
    {
        var hypervisor = facts.Machine.Hypervisor;
        var evidence = EvidenceFactory.Of(
            EvidenceFactory.Text("Manufacturer", facts.Machine.SmbiosManufacturer, EvidenceFactory.Smbios),
            EvidenceFactory.Text("Product", facts.Machine.SmbiosProduct, EvidenceFactory.Smbios),
            EvidenceFactory.Flag("Hypervisor bit", hypervisor.Present, "CPUID 1"),
            EvidenceFactory.Text("Hypervisor vendor", hypervisor.Vendor, "CPUID 0x40000000"),
            EvidenceFactory.Flag("Virtualization-based security", hypervisor.Vbs, "operating system"));
        return Platforms.SmbiosPlatform(facts.Machine) switch
        {
            null => null,
            _ when hypervisor.Present is null => null,
            _ when hypervisor.Present == false => Hidden(facts, evidence),
            Setting.VMware when hypervisor.Vendor is MicrosoftVendor => new(Severity.Info, Confidence.Expected, evidence)
            {
                Title = hypervisor.Vbs == true
                    ? "Virtualization-based security sits between the guest and VMware"
                    : "Another hypervisor's interface sits between the guest and VMware",
            },
            Setting.VMware when hypervisor.Vendor is not (null or "VMwareVMware") => Hidden(facts, evidence),
            _ => null,
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        VMwareSettings.ShowHypervisor(vm) with { When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor },
        OtherClock.KvmHidden(vm),
        OtherClock.VirtualBox(vm),
        Virtualized(),
        AskWho(),
    ];

    private static Observation Hidden(GuestFacts facts, IReadOnlyList<Evidence> evidence) =>
        new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Inferred, evidence);

    private static PlannedRemedy AskWho() => new(Setting.Anywhere, "Find out who hid the hypervisor and why, then expose it (downtime)",
        [new(Tools.Words, "Ask the platform's administrator, or look for a VM setting that masks CPUID or the hypervisor bit. The "
            + "change takes effect at the next start of the VM.")],
        ["Some programs refuse to run in a virtual machine; the hypervisor may have been hidden for that reason."])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor,
    };

    private static PlannedRemedy Virtualized() => new(Setting.Windows, "With VBS: nothing to fix, but keep it in mind with these figures",
        [new(Tools.PowerShell, @"Get-CimInstance -Namespace root\Microsoft\Windows\DeviceGuard -ClassName Win32_DeviceGuard | "
            + "Select-Object VirtualizationBasedSecurityStatus")],
        [
            "0 is off, 1 enabled but not running, 2 running. It protects the machine: do not turn it off for the clock.",
            "That its layer adds to the cost of CPUID and of a trapped read is expected, not measured separately.",
        ])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is MicrosoftVendor,
    };
}
