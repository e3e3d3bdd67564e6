using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP109: SMBIOS names a virtual machine, CPUID does not name its hypervisor.</summary>
public sealed class HiddenHypervisorRule : GuestRule
{
    private const string MicrosoftVendor = "Microsoft Hv";

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP109",
        Title = "The hypervisor is hidden from the guest",
        Impact = "The guest may read a slow platform timer, and ratios to a VM exit mean less.",
        LikelyCause = "A setting of the VM that hides the hypervisor, or virtualization-based security (VBS).",
        Meaning = """
            SMBIOS says that this is a virtual machine, but CPUID does not show the hypervisor to the operating system. It then does
            without everything the hypervisor offers for a fast and steady clock: Windows takes a platform timer instead of the
            reference time, Linux calibrates the TSC itself. On VMware the setting behind it is `hypervisor.cpuid.v0` = FALSE.

            With virtualization-based security (VBS: Credential Guard, memory integrity) Windows runs on a hypervisor of Microsoft's
            within the virtual machine. CPUID then shows that one, which is as it should be. It is said all the same, because CPUID and
            VM exits then cross two layers: ratios to a VM exit mean less.
            """,
        Condition = """
            SMBIOS names VMware, QEMU/KVM, Xen, VirtualBox or Hyper-V, and

            - the hypervisor bit of CPUID is not set, or on VMware the vendor is neither VMware's nor Microsoft's: *inferred*, for who
              hides it is not visible;
            - or it is VMware's and CPUID shows `Microsoft Hv`: VBS, or another hypervisor in between. Reported under a title of its
              own, as *expected*.

            On KVM, Xen and VirtualBox `Microsoft Hv` is their usual face towards Windows and not reported; on Hyper-V it is its own.
            A processor without CPUID (ARM) has no such bit: nothing is hidden there, and nothing is said.
            """,
        Severities = "Warning when the clock is not healthy, else info; info for virtualization-based security.",
        References = [Sources.HypervisorPage, Sources.WindowsTimestamps, Sources.LibvirtClock],
    };

    /// <inheritdoc/>
    protected override Observation? Observe(GuestFacts facts)
    {
        var hypervisor = facts.Machine.Hypervisor;
        var evidence = EvidenceFactory.Of(
            EvidenceFactory.Text("Manufacturer", facts.Machine.SmbiosManufacturer, EvidenceFactory.Smbios),
            EvidenceFactory.Text("Product", facts.Machine.SmbiosProduct, EvidenceFactory.Smbios),
            EvidenceFactory.Flag("Hypervisor bit", hypervisor.Present, "CPUID 1"),
            EvidenceFactory.Text("Hypervisor vendor", hypervisor.Vendor, "CPUID 0x40000000"),
            EvidenceFactory.Flag("Virtualization-based security", hypervisor.Vbs, "operating system"));
        return Settings.SmbiosPlatform(facts.Machine) switch
        {
            null => null,
            _ when hypervisor.Present is null => null,
            _ when hypervisor.Present == false => Hidden(facts, evidence),
            Setting.VMware when hypervisor.Vendor is MicrosoftVendor => new(Severity.Info, Confidence.Expected, evidence)
            {
                Title = hypervisor.Vbs == true
                    ? "Virtualization-based security stands between the guest and VMware"
                    : "Another hypervisor's interface stands between the guest and VMware",
            },
            Setting.VMware when hypervisor.Vendor is not (null or "VMwareVMware") => Hidden(facts, evidence),
            _ => null,
        };
    }

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        VMwareInterface.ShowHypervisor(vm) with { When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor },
        ParavirtualClock.KvmHidden(vm),
        ParavirtualClock.VirtualBox(vm),
        Virtualized(),
        AskWho(),
    ];

    private static Observation Hidden(GuestFacts facts, IReadOnlyList<Evidence> evidence) =>
        new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Inferred, evidence);

    private static PlannedRemedy AskWho() => new(
        Setting.Anywhere,
        "Find out who hid the hypervisor and why, then show it (downtime)",
        [new(Tools.Words, "Ask the administrator of the platform, or look for a setting of the VM that masks CPUID or the hypervisor "
            + "bit. It acts from the next start of the VM.")],
        ["Some programs refuse to run in a virtual machine; hiding it may have been the price."])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor,
    };

    private static PlannedRemedy Virtualized() => new(
        Setting.Windows,
        "With VBS: nothing to repair, but read the figures with it in mind",
        [new(Tools.PowerShell, @"Get-CimInstance -Namespace root\Microsoft\Windows\DeviceGuard -ClassName Win32_DeviceGuard | "
            + "Select-Object VirtualizationBasedSecurityStatus")],
        [
            "0 is off, 1 enabled but not running, 2 running. It protects the machine: do not turn it off for the clock.",
            "That its layer adds to the price of CPUID and of a trapped read is expected, not measured apart.",
        ])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is MicrosoftVendor,
    };
}
