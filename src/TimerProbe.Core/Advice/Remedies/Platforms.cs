namespace TimerProbe.Core.Advice;

/// <summary>
/// Every platform, in the order of recognition: what names itself first, then what SMBIOS names, then CPUID, whose vendor may be
/// another hypervisor's interface, offered to Windows or added by virtualization-based security.
/// </summary>
internal static class Platforms
{
    private const string ProvidersHost = "The provider's host traps the TSC: the VM came from a host with another frequency, or it is nested in another VM.";

    private static readonly Platform Unidentified = new(Setting.OtherHypervisor, "another or unknown hypervisor")
    {
        Signs = _ => true,
        Restart = _ => OtherPower.Other(),
        ProcessorShare = _ => OtherCpu.Credits(Setting.OtherHypervisor),
        TrapReason = "What runs beneath traps the TSC: after a move to another frequency, nested in another VM, or by a setting.",
    };

    private static readonly Platform KvmOfAnyManager = new(Setting.Kvm, "KVM")
    {
        Signs = signs => signs.Smbios == Setting.Kvm,
        Restart = OtherPower.Kvm,
        OfferClock = OtherClock.Kvm,
        NativeTsc = vm => [OtherClock.KvmNativeTsc(vm)],
        ProcessorShare = OtherCpu.Kvm,
        TrapReason = "The VM came from a host with a TSC frequency that this one cannot scale, or it is nested in another VM.",
    };

    private static readonly Platform XenOfAnyManager = new(Setting.Xen, "Xen")
    {
        Signs = signs => signs.Name == "Xen",
        Restart = OtherPower.Xen,
        NativeTsc = vm => [OtherClock.XenNativeTsc(vm), OtherClock.XenHostByTsc(vm)],
        ProcessorShare = OtherCpu.Xen,
        TrapReason = "Xen emulates RDTSC: its tsc_mode asks for it, the host's TSC is not reliable, or the domain was moved to another frequency.",
    };

    private static readonly Platform VSphere = new(Setting.VMware, "VMware vSphere") { Signs = signs => signs.Smbios == Setting.VMware };

    private static readonly Platform VMwareDesktop = new(Setting.VMwareDesktop, "VMware Workstation or Fusion")
    {
        Signs = signs => signs.Smbios == Setting.VMware && signs.DesktopProcessor,
        Restart = _ => OtherPower.VMwareDesktop(),
        TrapReason = "VMware may run on Hyper-V (also VBS) of a Windows host, where every exit is expensive, or its host's TSC is not steady.",
    };

    private static readonly Platform VirtualBox = new(Setting.VirtualBox, "VirtualBox")
    {
        Signs = signs => signs.Smbios == Setting.VirtualBox,
        Restart = OtherPower.VirtualBox,
        OfferClock = OtherClock.VirtualBox,
        TrapReason = "VirtualBox intercepts RDTSC: it runs on Hyper-V (also VBS) of a Windows host, or its TSC mode asks for it.",
    };

    private static readonly Platform HyperV = new(Setting.HyperV, "Hyper-V")
    {
        Signs = signs => signs.Smbios == Setting.HyperV,
        Restart = OtherPower.HyperV,
        ProcessorShare = OtherCpu.HyperV,
        TrapReason = "The VM came from a host with another TSC frequency that this one cannot scale, or it is nested in another VM.",
    };

    private static readonly Platform Bhyve = new(Setting.Bhyve, "bhyve")
    {
        Signs = signs => signs.Maker("bhyve") || signs.Product("bhyve") || signs.Vendor("bhyve bhyve"),
        Restart = OtherPower.Bhyve,
        TrapReason = Unidentified.TrapReason,
    };

    private static readonly Platform Physical = new(Setting.Physical, "a physical machine")
    {
        Signs = signs => signs.IsPhysical,
        TrapReason = "Something beneath the operating system traps the TSC: Windows' own hypervisor (VBS), or one that hides.",
    };

    /// <summary>The table. A platform may stand in it twice: by SMBIOS and by CPUID.</summary>
    public static IReadOnlyList<Platform> All { get; } =
    [
        new(Setting.DockerDesktop, "Docker Desktop")
        {
            Signs = signs => signs.Kernel("-linuxkit"),
            Restart = _ => OtherPower.DockerDesktop(),
            RestartOfKernel = OtherPower.DockerDesktopStep,
            TrapReason = "Docker Desktop's VM runs beneath the container, on a desktop's hypervisor that traps the TSC.",
        },
        new(Setting.Wsl, "WSL")
        {
            Signs = signs => signs.Kernel("-microsoft"),
            Restart = _ => OtherPower.Wsl(),
            RestartOfKernel = OtherPower.WslStep,
            TrapReason = "The Windows beneath WSL traps the TSC: it may itself be a VM, or its TSC is not steady.",
        },
        new(Setting.Qubes, "Qubes OS")
        {
            Signs = signs => signs.Kernel("qubes"),
            Restart = OtherPower.Qubes,
            TrapReason = XenOfAnyManager.TrapReason,
        },
        new(Setting.Emulator, "an emulator")
        {
            Signs = signs => signs.Name is "HAXM" or "QEMU (TCG)"
                || signs.Vendor("HAXMHAXMHAXM")
                || signs.Vendor("TCGTCGTCGTCG")
                || (signs.Kernel("-android") && signs.Smbios is null or Setting.Kvm),
            Restart = _ => OtherPower.Emulator(),
            TrapReason = "The emulator handles each read of the TSC itself.",
        },
        new(Setting.Cloud, "a public cloud")
        {
            Signs = signs => signs.Cloud,
            Restart = _ => OtherPower.Cloud(),
            ProcessorShare = _ => OtherCpu.Credits(Setting.Cloud),
            TrapReason = ProvidersHost,
        },
        new(Setting.Azure, "Azure")
        {
            Signs = signs => signs.MayBeVirtual
                && signs.Smbios is null or Setting.HyperV
                && (signs.Kernel("-azure") || signs.Kernel("Azure Linux")),
            Restart = OtherPower.Azure,
            ProcessorShare = _ => OtherCpu.Credits(Setting.Azure),
            TrapReason = ProvidersHost,
        },
        XenOfAnyManager,
        new(Setting.OpenStack, "OpenStack")
        {
            Signs = signs => signs.Product("OpenStack") || signs.Maker("OpenStack"),
            Restart = OtherPower.OpenStack,
            OfferClock = _ => OtherClock.OpenStack(),
            ProcessorShare = _ => OtherCpu.Credits(Setting.OpenStack),
            TrapReason = ProvidersHost,
        },
        new(Setting.Ahv, "Nutanix AHV")
        {
            Signs = signs => signs.Maker("Nutanix") || signs.Product("AHV"),
            Restart = OtherPower.Ahv,
            TrapReason = KvmOfAnyManager.TrapReason,
        },
        new(Setting.CloudHypervisor, "Cloud Hypervisor")
        {
            Signs = signs => signs.Maker("Cloud Hypervisor")
                || signs.Product("cloud-hypervisor")
                || (signs.Smbios is null && signs.Vendor("Linux KVM Hv")),
            Restart = _ => OtherPower.CloudHypervisor(),
            OfferClock = _ => OtherClock.CloudHypervisor(),
            TrapReason = KvmOfAnyManager.TrapReason,
        },
        VMwareDesktop,
        VSphere,
        KvmOfAnyManager,
        XenOfAnyManager with { Signs = signs => signs.Smbios == Setting.Xen },
        VirtualBox,
        HyperV,
        Bhyve,
        new(Setting.Parallels, "Parallels Desktop")
        {
            Signs = signs => signs.Maker("Parallels") || signs.Name is "Parallels",
            Restart = OtherPower.Parallels,
            TrapReason = Unidentified.TrapReason,
        },
        Physical,
        VMwareDesktop with { Signs = signs => (signs.Vendor("VMwareVMware") || signs.Name is "VMware") && signs.DesktopProcessor },
        VSphere with { Signs = signs => signs.Vendor("VMwareVMware") || signs.Name is "VMware" },
        KvmOfAnyManager with { Signs = signs => signs.Vendor("KVMKVMKVM") || signs.Name is "KVM" },
        XenOfAnyManager with { Signs = signs => signs.Vendor("XenVMMXenVMM") },
        VirtualBox with { Signs = signs => signs.Vendor("VBoxVBoxVBox") || signs.Name is "VirtualBox" },
        HyperV with { Signs = signs => signs.Vendor("Microsoft Hv") && signs.NoMaker && !signs.Vbs },
        Unidentified,
    ];

    public static Platform Of(MachineFacts machine)
    {
        var signs = new PlatformSigns(machine);
        return All.First(platform => platform.Signs(signs));
    }

    public static string GetName(Setting where) => All.First(platform => platform.Where == where).Name;

    public static IEnumerable<PlannedRemedy> Restart(VmName vm) =>
        Distinct.Select(platform => platform.Restart?.Invoke(vm)).OfType<PlannedRemedy>();

    public static IEnumerable<PlannedRemedy> OfferClock(VmName vm) =>
        Distinct.Select(platform => platform.OfferClock?.Invoke(vm)).OfType<PlannedRemedy>();

    public static IEnumerable<PlannedRemedy> NativeTsc(VmName vm) => Distinct.SelectMany(platform => platform.NativeTsc?.Invoke(vm) ?? []);

    public static IEnumerable<PlannedRemedy> ProcessorShare(VmName vm) =>
        Distinct.Select(platform => platform.ProcessorShare?.Invoke(vm)).OfType<PlannedRemedy>();

    private static IEnumerable<Platform> Distinct => All.DistinctBy(platform => platform.Where);
}
