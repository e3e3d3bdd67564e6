using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class HiddenHypervisorRule : GuestRule
{
    private const string MicrosoftVendor = "Microsoft Hv";

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP109",
        Title = "The hypervisor is hidden from the guest",
        Impact = "The guest may read a slow platform timer, and ratios to a VM exit mean less.",
        LikelyCause = "A setting of the VM that hides the hypervisor, or virtualization-based security (VBS).",
        Meaning = """
            SMBIOS says that this is a virtual machine, but CPUID does not show the hypervisor to the operating system. The guest then
            cannot use anything the hypervisor offers for a fast and steady clock: Windows uses a platform timer instead of the
            reference time, and Linux calibrates the TSC itself. On VMware, the setting behind it is `hypervisor.cpuid.v0` = FALSE.

            With virtualization-based security (VBS: Credential Guard, memory integrity) Windows runs on a Microsoft hypervisor inside
            the virtual machine. CPUID then shows that hypervisor, as it should. It is reported anyway, because CPUID and VM exits then
            cross two layers: ratios to a VM exit mean less.
            """,
        Condition = """
            SMBIOS names VMware, QEMU/KVM, Xen, VirtualBox or Hyper-V, and

            - the hypervisor bit of CPUID is not set, or on VMware the vendor is neither VMware's nor Microsoft's: *inferred*, because
              it cannot be seen what hides it;
            - or it is VMware's and CPUID shows `Microsoft Hv`: VBS, or another hypervisor in between. Reported under a separate title,
              as *expected*.

            On KVM, Xen and VirtualBox, `Microsoft Hv` is what they usually show to Windows and is not reported; on Hyper-V it is its
            own. A processor without CPUID (ARM) has no such bit: nothing is hidden there, and nothing is reported.
            """,
        Severities = "Warning when the clock is not healthy, otherwise info; info for virtualization-based security.",
        References = [Sources.HypervisorPage, Sources.WindowsTimestamps, Sources.LibvirtClock],
    };

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
                    ? "Virtualization-based security sits between the guest and VMware"
                    : "Another hypervisor's interface sits between the guest and VMware",
            },
            Setting.VMware when hypervisor.Vendor is not (null or "VMwareVMware") => Hidden(facts, evidence),
            _ => null,
        };
    }

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
        "Find out who hid the hypervisor and why, then expose it (downtime)",
        [new(Tools.Words, "Ask the platform's administrator, or look for a VM setting that masks CPUID or the hypervisor bit. The "
            + "change takes effect at the next start of the VM.")],
        ["Some programs refuse to run in a virtual machine; the hypervisor may have been hidden for that reason."])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor,
    };

    private static PlannedRemedy Virtualized() => new(
        Setting.Windows,
        "With VBS: nothing to fix, but keep it in mind with these figures",
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

/// <summary>TP207: a setting hides the hypervisor from the guest.</summary>
public sealed class HiddenBySettingRule : FleetRule
{
    private const string Key = "hypervisor.cpuid.v0";

    private static readonly string[] No = ["FALSE", "NO", "0"];

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP207",
        Title = "hypervisor.cpuid.v0 is FALSE: the hypervisor is hidden from the guest",
        Meaning = """
            The guest does not see that it runs on VMware and cannot use what VMware offers for a fast and steady clock. Windows then
            uses a platform timer instead of the reference time, and each clock read is a system call and a device access (TP102,
            TP109); Linux calibrates the TSC itself. The setting is usually there for a graphics driver or a program that refuses to run
            in a virtual machine.
            """,
        Condition =
            "`hypervisor.cpuid.v0` is FALSE (*measured*: read from vCenter). Run `timerprobe check` in the guest to see what it costs.",
        Severities = "Warning.",
        References = [Sources.HypervisorPage, Sources.WindowsTimestamps],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Settings.Other.Any(setting =>
            string.Equals(setting.Key, Key, StringComparison.OrdinalIgnoreCase)
                && No.Contains(setting.Value.Trim(), StringComparer.OrdinalIgnoreCase))
        select seen.Seen(Severity.Warning, Confidence.Measured,
        [
            EvidenceFactory.Flag(Key, value: false, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Guest OS type", seen.Facts.GuestId, EvidenceFactory.VCenter),
            .. PlacementEvidence.Guest(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareInterface.ShowHypervisor(target.Vm)];
}
