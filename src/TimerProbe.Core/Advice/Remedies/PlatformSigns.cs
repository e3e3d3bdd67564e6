namespace TimerProbe.Core.Advice;

internal sealed class PlatformSigns(MachineFacts machine)
{
    private const string MicrosoftVendor = "Microsoft Hv";

    private static readonly string[] DesktopProcessors = ["Core(TM)", "Ryzen", "Apple"];
    private static readonly string[] CloudMakers = ["Amazon EC2", "Google", "Alibaba Cloud", "DigitalOcean", "Hetzner"];
    private static readonly string[] CloudKernels = ["-aws", ".amzn", "-gcp", "-oracle"];

    private readonly HypervisorFacts _hypervisor = machine.Hypervisor;

    /// <summary>The platform SMBIOS names; null when it names no virtual machine.</summary>
    public Setting? Smbios => 0 switch
    {
        _ when Maker("VMware") => Setting.VMware,
        _ when Maker("QEMU") || Maker("oVirt") || Maker("Red Hat") || Product("KVM") => Setting.Kvm,
        _ when Maker("Xen") => Setting.Xen,
        _ when Maker("innotek") || Product("VirtualBox") => Setting.VirtualBox,
        _ when Maker("Microsoft Corporation") && Product("Virtual Machine") => Setting.HyperV,
        _ => null,
    };

    public bool MayBeVirtual => _hypervisor.Present != false;

    public bool IsPhysical =>
        _hypervisor.Present == false || (Vendor(MicrosoftVendor) && Name is null or "Hyper-V" && machine.SmbiosManufacturer is not null);

    public bool DesktopProcessor => Array.Exists(DesktopProcessors, word => Has(machine.CpuModel, word));

    public bool Cloud => MayBeVirtual && (Array.Exists(CloudMakers, Maker)
        || machine.SmbiosUuid?.StartsWith("ec2", StringComparison.OrdinalIgnoreCase) == true
        || (Smbios is null or Setting.Xen && Array.Exists(CloudKernels, Kernel)));

    public string? Name => _hypervisor.Name;

    public bool NoMaker => machine.SmbiosManufacturer is null;

    public bool Vbs => _hypervisor.Vbs == true;

    public bool Maker(string word) => Has(machine.SmbiosManufacturer, word);

    public bool Product(string word) => Has(machine.SmbiosProduct, word);

    public bool Vendor(string vendor) => _hypervisor.Vendor?.Trim() == vendor;

    public bool Kernel(string word) => Has(machine.Os, word);

    private static bool Has(string? text, string word) => text?.Contains(word, StringComparison.OrdinalIgnoreCase) == true;
}
