namespace TimerProbe.Core.Advice;

internal sealed class PlatformSigns(MachineFacts machine)
{
    private const string MicrosoftVendor = "Microsoft Hv";

    private static readonly string[] DesktopProcessors = ["Core(TM)", "Ryzen", "Apple"];
    private static readonly string[] PlainKvm = ["QEMU", "Red Hat", "Bochs"];
    private static readonly string[] KvmMakers = [.. PlainKvm, "oVirt", "KubeVirt", "Harvester", "OpenNebula"];

    private readonly HypervisorFacts _hypervisor = machine.Hypervisor;

    /// <summary>The platform SMBIOS names; null when it names no virtual machine.</summary>
    public Setting? Smbios => 0 switch
    {
        _ when Maker("VMware") => Setting.VMware,
        _ when Array.Exists(KvmMakers, Maker) || Product("KVM") => Setting.Kvm,
        _ when Maker("Xen") => Setting.Xen,
        _ when Maker("innotek") || Product("VirtualBox") => Setting.VirtualBox,
        _ when Maker("Microsoft Corporation") && Product("Virtual Machine") => Setting.HyperV,
        _ => null,
    };

    public bool MayBeVirtual => _hypervisor.Present != false;

    public bool IsPhysical =>
        _hypervisor.Present == false || (Vendor(MicrosoftVendor) && Name is null or "Hyper-V" && machine.SmbiosManufacturer is not null);

    public bool DesktopProcessor => Array.Exists(DesktopProcessors, word => Has(machine.CpuModel, word));

    public (string Name, string? Commands)? Cloud => MayBeVirtual ? Clouds.Find(machine, byKernel: Smbios is null or Setting.Xen) : null;

    public bool Azure => MayBeVirtual && (machine.SmbiosChassisAssetTag == Clouds.AzureTag
        || (Smbios is null or Setting.HyperV && (Kernel("-azure") || Kernel("Azure Linux"))));

    public string? Name => _hypervisor.Name;

    public bool NoMaker => machine.SmbiosManufacturer is null;

    public bool Vbs => _hypervisor.Vbs == true;

    public bool Maker(string word) => Has(machine.SmbiosManufacturer, word);

    public bool Product(string word) => Has(machine.SmbiosProduct, word);

    /// <summary>Whether the hypervisor is one of these, by its name or, where it has none, by the vendor that CPUID shows.</summary>
    public bool Runs(string name, string vendor) => Name is { } known ? known == name : Vendor(vendor);

    /// <summary>Whether SMBIOS has QEMU's own words, which libvirt and Proxmox VE leave as they are, and not a manager's.</summary>
    public bool IsPlainKvm => Array.Exists(PlainKvm, Maker);

    public bool RunsKvm => Name is "PVM" || Runs("KVM", "KVMKVMKVM");

    public bool Vendor(string vendor) => _hypervisor.Vendor?.Trim() == vendor;

    public bool Kernel(string word) => Has(machine.Os, word);

    private static bool Has(string? text, string word) => text?.Contains(word, StringComparison.OrdinalIgnoreCase) == true;
}
