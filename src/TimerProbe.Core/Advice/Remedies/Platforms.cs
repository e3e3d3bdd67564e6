namespace TimerProbe.Core.Advice;

/// <summary>
/// Every platform, in the order of recognition: what names itself first, then what SMBIOS names, then CPUID, whose vendor may be
/// another hypervisor's interface, offered to Windows or added by virtualization-based security.
/// </summary>
public static class Platforms
{
    private const string ProvidersHost = "The provider's host traps the TSC: the VM came from a host with another frequency, or it is nested in another VM.";

    private static readonly Platform Unidentified = new(Setting.OtherHypervisor, "another or unknown hypervisor")
    {
        Signs = _ => true,
        Restart = _ => OtherPower.Other(),
        ProcessorShare = _ => OtherCpu.Credits(Setting.OtherHypervisor),
        TrapReason = "The hypervisor traps the TSC: after a move to another frequency, nested in another VM, or by a setting.",
    };

    private static readonly Platform KvmOfAnyManager = new(Setting.Kvm, "KVM")
    {
        Signs = signs => signs.Smbios == Setting.Kvm && signs.IsPlainKvm,
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
        OfferClock = OtherClock.Xen,
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
        Signs = signs => signs.Maker("bhyve") || signs.Product("bhyve") || signs.Runs("bhyve", "bhyve bhyve"),
        Restart = OtherPower.Bhyve,
        TrapReason = Unidentified.TrapReason,
    };

    private static readonly Platform Physical = new(Setting.Physical, "a physical machine")
    {
        Signs = signs => signs.IsPhysical,
        TrapReason = "Something beneath the operating system traps the TSC: Windows' own hypervisor (VBS), or one that hides.",
    };

    /// <summary>The table. A platform may stand in it twice: by SMBIOS and by CPUID.</summary>
    internal static IReadOnlyList<Platform> All { get; } =
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
                || (signs.Name is null && (signs.Vendor("HAXMHAXMHAXM") || signs.Vendor("TCGTCGTCGTCG")))
                || (signs.Kernel("-android") && signs.Smbios is null or Setting.Kvm),
            Restart = _ => OtherPower.Emulator(),
            TrapReason = "The emulator handles each read of the TSC itself.",
        },
        new(Setting.Cloud, "a public cloud")
        {
            Signs = signs => signs.Cloud is not null,
            Restart = _ => OtherPower.Cloud(),
            ProcessorShare = _ => OtherCpu.Credits(Setting.Cloud),
            TrapReason = ProvidersHost,
        },
        new(Setting.Azure, "Azure")
        {
            Signs = signs => signs.Azure,
            Restart = OtherPower.Azure,
            ProcessorShare = _ => OtherCpu.Credits(Setting.Azure),
            TrapReason = ProvidersHost,
        },
        XenOfAnyManager,
        new(Setting.OpenStack, "OpenStack")
        {
            Signs = signs => signs.Product("OpenStack") || signs.Maker("OpenStack"),
            Restart = OtherPower.OpenStack,
            OfferClock = OtherClock.OpenStack,
            ProcessorShare = _ => OtherCpu.Credits(Setting.OpenStack),
            TrapReason = ProvidersHost,
        },
        new(Setting.Ahv, "Nutanix AHV")
        {
            Signs = signs => signs.Maker("Nutanix") || signs.Product("AHV"),
            Restart = OtherPower.Ahv,
            OfferClock = OtherPower.AhvUpgrade,
            TrapReason = KvmOfAnyManager.TrapReason,
        },
        KvmOfAnyManager.Under(Setting.KubeVirt, "KubeVirt") with
        {
            Signs = signs => signs.Maker("KubeVirt") || signs.Maker("Harvester")
                || signs.Product("OpenShift Virtualization") || signs.Product("Container-native virtualization"),
            Console = "virtctl stop and virtctl start (or the page of OpenShift Virtualization or Harvester)",
            WindowsClock = """
                In the VirtualMachine (kubectl edit vm NAME; oc edit vm NAME on OpenShift; Edit as YAML in Harvester) set
                spec.template.spec.domain.features.hyperv: {relaxed: {}, vapic: {}, spinlocks: {spinlocks: 8191}} and
                spec.template.spec.domain.clock.timer.hyperv: {present: true}.
                """,
        },
        KvmOfAnyManager.Under(Setting.OVirt, "oVirt or RHV") with
        {
            Signs = signs => signs.Maker("oVirt")
                || (signs.Maker("Red Hat") && (signs.Product("RHEV") || signs.Product("RHV") || signs.Product("oVirt"))),
            Console = "the Administration Portal or VM Portal",
            WindowsClock = "In the portal edit the VM: General > Operating System: the installed version of Windows. A Windows type turns Hyper-V's clock on.",
        },
        KvmOfAnyManager.Under(Setting.CloudStack, "CloudStack") with
        {
            Signs = signs => signs.Maker("Apache Software Foundation") || signs.Product("CloudStack"),
            Console = "CloudStack's page or API",
            WindowsClock = "While the instance is stopped, set its OS type to the installed version of Windows. That this turns Hyper-V's clock on is expected.",
        },
        KvmOfAnyManager.Under(Setting.OpenNebula, "OpenNebula") with
        {
            Signs = signs => signs.Maker("OpenNebula") || signs.Product("OpenNebula"),
            Console = "Sunstone, or onevm poweroff and onevm resume",
            WindowsClock = "Set FEATURES = [ HYPERV = \"YES\" ] in the VM's configuration (OS & CPU > Features; onevm updateconf).\n"
                + "From 6.8 on that adds Hyper-V's clock (HYPERV_TIMERS); before, its administrator adds it to RAW.",
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
        KvmOfAnyManager.Under(Setting.KvmManager, "another manager of KVM") with
        {
            Signs = signs => !signs.NoMaker && (signs.RunsKvm || signs.Smbios == Setting.Kvm),
            Console = "its manager's or provider's own console",
            WindowsClock = "In the manager's own settings of the VM choose Windows as its operating system, or Hyper-V's clock or interface (\"enlightenments\").",
        },
        Physical,
        VMwareDesktop with { Signs = signs => signs.Runs("VMware", "VMwareVMware") && signs.DesktopProcessor },
        VSphere with { Signs = signs => signs.Runs("VMware", "VMwareVMware") },
        KvmOfAnyManager with { Signs = signs => signs.RunsKvm },
        XenOfAnyManager with { Signs = signs => signs.Runs("Xen", "XenVMMXenVMM") },
        VirtualBox with { Signs = signs => signs.Runs("VirtualBox", "VBoxVBoxVBox") },
        HyperV with { Signs = signs => signs.Runs("Hyper-V", "Microsoft Hv") && signs.NoMaker && !signs.Vbs },
        Unidentified,
    ];

    public static Setting GetPlatform(MachineFacts machine) => Of(machine).Where;

    /// <summary>The platform SMBIOS names; null when it names no virtual machine.</summary>
    public static Setting? SmbiosPlatform(MachineFacts machine) => new PlatformSigns(machine).Smbios;

    /// <summary>All that a remedy for the machine may belong to: its platform, and the operating system inside.</summary>
    public static IReadOnlySet<Setting> GetSettings(MachineFacts machine)
    {
        var settings = new HashSet<Setting> { Setting.Anywhere, GetPlatform(machine) };
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

    public static bool IsPlatform(Setting where) => where is not (Setting.Anywhere or Setting.Windows or Setting.Linux);

    /// <summary>How <c>--platform</c> names it.</summary>
    public static string GetOptionValue(Setting platform) => platform.ToString().ToLowerInvariant();

    internal static Platform Of(MachineFacts machine)
    {
        var signs = new PlatformSigns(machine);
        return All.First(platform => platform.Signs(signs));
    }

    public static string GetName(Setting where) => All.First(platform => platform.Where == where).Name;

    internal static IEnumerable<PlannedRemedy> Restart(VmName vm) =>
        Distinct.Select(platform => platform.GetRestart(vm)).OfType<PlannedRemedy>();

    /// <summary>The hypervisor's clock where it is not offered yet, and a fresh start where there is nothing to offer.</summary>
    internal static IEnumerable<PlannedRemedy> OfferClockOrRestart(VmName vm) => Distinct.SelectMany(platform =>
    {
        var (offer, restart) = (platform.GetOfferClock(vm), platform.GetRestart(vm));
        PlannedRemedy?[] both = offer is null ? [restart]
            : [offer with { When = facts => Fits(offer, facts) }, restart! with { When = facts => !Fits(offer, facts) }];
        return both.OfType<PlannedRemedy>();
    });

    private static bool Fits(PlannedRemedy offer, GuestFacts facts) => !IsClockOffered(facts.Machine) && offer.When?.Invoke(facts) != false;

    /// <summary>Whether the guest is already offered the hypervisor's clock, or has a processor that needs none.</summary>
    private static bool IsClockOffered(MachineFacts machine) => machine switch
    {
        { Architecture: not ("x64" or "x86") } => true,
        { Windows: not null } => machine.Hypervisor.ReferenceTsc == true,
        { Linux: { } linux } => ClocksourceChoice.IsPageOffered(linux),
        _ => false,
    };

    internal static IEnumerable<PlannedRemedy> NativeTsc(VmName vm) =>
        Distinct.SelectMany(platform => platform.NativeTsc?.Invoke(vm) ?? []);

    internal static IEnumerable<PlannedRemedy> ProcessorShare(VmName vm) =>
        Distinct.Select(platform => platform.GetProcessorShare(vm)).OfType<PlannedRemedy>();

    private static IEnumerable<Platform> Distinct => All.DistinctBy(platform => platform.Where);
}
