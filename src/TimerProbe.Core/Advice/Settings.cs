using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice;

/// <summary>Tells which settings a machine is in.</summary>
public static class Settings
{
    /// <summary>The settings whose remedies fit a machine.</summary>
    public static IReadOnlySet<Setting> Of(MachineFacts machine)
    {
        var settings = new HashSet<Setting> { Setting.Anywhere, PlatformOf(machine) };
        if (machine.Windows is { Wine: null })
        {
            settings.Add(Setting.Windows);
        }

        if (machine.Linux is not null)
        {
            settings.Add(Setting.Linux);
        }

        return settings;
    }

    /// <summary>
    /// The hypervisor beneath a machine. SMBIOS comes first: CPUID's vendor may be another hypervisor's interface,
    /// offered to Windows or added by virtualization-based security. Only Xen goes before it, since
    /// Linux on Xen may see the table of a machine that Xen itself runs in.
    /// </summary>
    public static Setting PlatformOf(MachineFacts machine)
    {
        var hypervisor = machine.Hypervisor;
        return SaysXen(machine) ? Setting.Xen : SmbiosPlatform(machine) ?? hypervisor switch
        {
            { Present: false } => Setting.Physical,
            _ when IsCloud(machine) => Setting.OtherHypervisor,
            { Vendor: "VMwareVMware" } or { Name: "VMware" } => Setting.VMware,
            { Vendor: "KVMKVMKVM" } or { Name: "KVM" } => Setting.Kvm,
            { Vendor: "XenVMMXenVMM" } => Setting.Xen,
            { Vendor: "VBoxVBoxVBox" } or { Name: "VirtualBox" } => Setting.VirtualBox,
            { Vendor: "Microsoft Hv", Vbs: not true } when machine.SmbiosManufacturer is null => Setting.HyperV,
            _ => Setting.OtherHypervisor,
        };
    }

    /// <summary>The platform SMBIOS names; null when it names no virtual machine.</summary>
    public static Setting? SmbiosPlatform(MachineFacts machine)
    {
        var (manufacturer, product) = (machine.SmbiosManufacturer ?? "", machine.SmbiosProduct ?? "");
        return manufacturer switch
        {
            _ when Has(manufacturer, "VMware") => Setting.VMware,
            _ when Has(manufacturer, "QEMU") || Has(manufacturer, "oVirt") || Has(product, "KVM") => Setting.Kvm,
            _ when Has(manufacturer, "Xen") => Setting.Xen,
            _ when Has(manufacturer, "innotek") || Has(product, "VirtualBox") => Setting.VirtualBox,
            _ when Has(manufacturer, "Microsoft Corporation") && Has(product, "Virtual Machine") => Setting.HyperV,
            _ => null,
        };
    }

    private static bool SaysXen(MachineFacts machine) => machine is { Hypervisor.Name: "Xen" } && !IsCloud(machine);

    /// <summary>Clouds whose hosts their customers cannot reach, whatever hypervisor runs there.</summary>
    private static bool IsCloud(MachineFacts machine) =>
        Has(machine.SmbiosManufacturer ?? "", "Amazon EC2") || Has(machine.SmbiosManufacturer ?? "", "Google");

    private static bool Has(string text, string word) => text.Contains(word, StringComparison.OrdinalIgnoreCase);
}

/// <summary>Where a remedy belongs: the hypervisor, or the operating system inside.</summary>
public enum Setting
{
    /// <summary>Wherever the finding is made.</summary>
    Anywhere,

    /// <summary>Inside a Windows guest or on Windows itself.</summary>
    Windows,

    /// <summary>Inside a Linux guest or on Linux itself.</summary>
    Linux,

    /// <summary>VMware vSphere.</summary>
    VMware,

    /// <summary>KVM, with QEMU and mostly libvirt.</summary>
    Kvm,

    /// <summary>Xen.</summary>
    Xen,

    /// <summary>Hyper-V.</summary>
    HyperV,

    /// <summary>Oracle VirtualBox.</summary>
    VirtualBox,

    /// <summary>A hypervisor that could not be identified.</summary>
    OtherHypervisor,

    /// <summary>No virtual machine at all.</summary>
    Physical,
}
