using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

/// <summary>A machine whose clock somebody reported: its facts, and what would have saved its owner the search.</summary>
/// <param name="Precise">A precise-time read, ns.</param>
/// <param name="Tsc">RDTSC, ns.</param>
/// <param name="First">What stands in the first remedy.</param>
/// <param name="Never">What no remedy may say here.</param>
internal sealed record ReportedMachine(string Name, MachineFacts Machine, double Precise, double Tsc, ClockCause Cause, string First, params string[] Never)
{
    private const string Skew = "Marking clocksource 'tsc' as unstable because the skew is too large";
    private const string Warp = "Measured 235 cycles TSC warp between CPUs, turning off TSC clock";
    private const string OnHyperV = "Marking TSC unstable due to running on Hyper-V";
    private const string NoTsc = "echo tsc";

    private static readonly string[] HostTools = ["virsh", "xl ", "VBoxManage", "Get-VM", "qm "];

    /// <summary>CPUID, ns.</summary>
    public double Exit { get; init; } = 1_900;

    /// <summary>Coarse time, ns.</summary>
    public double Coarse { get; init; } = 6;

    public static IReadOnlyList<ReportedMachine> All { get; } =
    [
        // What the kernel ruled out.
        new("Docker Desktop on a Mac, woken", Linux("Alpine Linux v3.20 (Linux 6.6.31-linuxkit)", null, null, "bhyve bhyve ", "bhyve", "hpet", "hpet acpi_pm", Skew, container: "docker"), 1_500, 24, ClockCause.PlatformTimer, "quit Docker Desktop", [NoTsc, .. HostTools]),
        new("a container of that machine", Linux("Debian GNU/Linux 12 (bookworm) (Linux 5.15.49-linuxkit-pr)", null, null, null, null, "acpi_pm", "acpi_pm", Skew, container: "docker"), 2_100, 22, ClockCause.PlatformTimer, "quit Docker Desktop", [NoTsc, "sudo reboot", .. HostTools]),
        new("a busy KVM guest whose watchdog came late", Linux("Ubuntu 22.04 (Linux 5.15.0-91-generic)", "QEMU", "Standard PC (i440FX + PIIX, 1996)", "KVMKVMKVM", "KVM", "acpi_pm", "acpi_pm", Skew), 3_200, 20, ClockCause.PlatformTimer, "tests the TSC again", NoTsc, "vSphere"),
        new("a server without a hypervisor, by its watchdog", Linux("Debian GNU/Linux 11 (Linux 5.10.0-28-amd64)", "Supermicro", "X11DPU", null, null, "hpet", "hpet acpi_pm", Skew, present: false), 1_300, 12, ClockCause.PlatformTimer, "tests the TSC again", [NoTsc, "console", .. HostTools]) { Exit = 60 },
        new("one that was told clocksource=tsc in vain", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "LENOVO", "20XW", null, null, "hpet", "hpet acpi_pm", Skew, "clocksource=tsc", present: false), 1_600, 11, ClockCause.PlatformTimer, "tests the TSC again", [NoTsc, "args=clocksource=tsc", .. HostTools]) { Exit = 70 },
        new("a laptop whose processors' counters differ", Linux("Fedora Linux 39 (Linux 6.6.9-200.fc39)", "ASUSTeK COMPUTER INC.", "ROG Zephyrus", null, null, "hpet", "hpet acpi_pm", Warp, present: false), 1_400, 12, ClockCause.PlatformTimer, "Do not force the TSC", [NoTsc, "sudo tee", .. HostTools]) { Exit = 70 },
        new("a guest with a warp", Linux("Rocky Linux 9.3 (Linux 5.14.0-362)", "QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVMKVMKVM", "KVM", "acpi_pm", "acpi_pm", "Marking TSC unstable due to check_tsc_sync_source failed"), 4_000, 22, ClockCause.PlatformTimer, "Do not force the TSC", NoTsc),
        new("a mini PC whose TSC halts in idle", Linux("Debian GNU/Linux 12 (Linux 6.1.0-13-amd64)", "Intel Corporation", "NUC5", null, null, "hpet", "hpet acpi_pm", "Marking TSC unstable due to TSC halts in idle states deeper than C2", present: false), 1_200, 14, ClockCause.PlatformTimer, "Do not force the TSC", NoTsc) { Exit = 80 },
        new("Azure on acpi_pm with the page on offer", Linux("Ubuntu 22.04 (Linux 6.2.0-1018-azure)", "Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Hyper-V", "acpi_pm", "hyperv_clocksource_tsc_page acpi_pm", OnHyperV), 1_100, 18, ClockCause.PlatformTimer, "echo hyperv_clocksource_tsc_page", NoTsc, "Stop-VM", "tsc=reliable"),
        new("KVM with kvm-clock on offer", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVMKVMKVM", "KVM", "acpi_pm", "kvm-clock acpi_pm", Skew), 2_500, 19, ClockCause.PlatformTimer, "echo kvm-clock", NoTsc),
        new("Hyper-V by its register, the page beside it", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Hyper-V", "hyperv_clocksource_msr", "hyperv_clocksource_tsc_page hyperv_clocksource_msr acpi_pm", OnHyperV), 1_700, 18, ClockCause.HypervisorCall, "echo hyperv_clocksource_tsc_page", NoTsc),
        new("Hyper-V of an old kernel", Linux("CentOS Linux 7 (Linux 3.10.0-1160.el7)", "Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Hyper-V", "hyperv_clocksource", "hyperv_clocksource acpi_pm", OnHyperV), 1_600, 18, ClockCause.HypervisorCall, "another kernel", NoTsc, "page is not valid"),
        new("Hyper-V by Microsoft's own modules", Linux("CentOS release 6.10 (Linux 2.6.32-754.el6)", "Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Hyper-V", "lis_hyperv_clocksource", "lis_hyperv_clocksource_tsc_page lis_hyperv_clocksource acpi_pm", OnHyperV), 1_800, 18, ClockCause.HypervisorCall, "echo lis_hyperv_clocksource_tsc_page", NoTsc),
        new("a machine with notsc for a skew", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "Supermicro", "H12SSL", null, null, "hpet", "hpet acpi_pm", "Marking TSC unstable due to boot parameter notsc", "notsc", present: false), 1_250, 12, ClockCause.PlatformTimer, "Ask why the kernel's clock option is set", NoTsc) { Exit = 60 },
        new("a guest with clocksource=hpet", Linux("SUSE Linux Enterprise 15 (Linux 5.14.21)", "VMware, Inc.", "VMware7,1", "VMwareVMware", "VMware", "hpet", "tsc hpet acpi_pm", null, "clocksource=hpet"), 2_600, 17, ClockCause.PlatformTimer, "remove-args='clocksource=hpet'", "tsc=reliable", "virsh"),
        new("KVM told no-kvmclock", Linux("Debian GNU/Linux 11 (Linux 5.10.0)", "QEMU", "Standard PC (i440FX + PIIX, 1996)", "KVMKVMKVM", "KVM", "acpi_pm", "acpi_pm", Skew, "no-kvmclock"), 2_300, 21, ClockCause.PlatformTimer, "Ask why the kernel's clock option is set", NoTsc),
        new("a pod on a node with hpet and tsc", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVMKVMKVM", "KVM", "hpet", "tsc hpet acpi_pm", null, container: "kubernetes"), 2_400, 20, ClockCause.PlatformTimer, "on the container's node", "vSphere"),

        // Whose platform it is.
        new("EC2 of Xen by clock source xen", Linux("Amazon Linux 2 (Linux 4.14.336-257.566.amzn2.x86_64)", "Xen", "HVM domU", "XenVMMXenVMM", "Xen", "xen", "xen tsc hpet acpi_pm", null), 620, 25, ClockCause.HypervisorPage, "echo tsc", HostTools),
        new("EC2 of Nitro, nested and trapped", Linux("Amazon Linux 2023 (Linux 6.1.79-99.167.amzn2023.x86_64)", "Amazon EC2", "c5.large", "KVMKVMKVM", "KVM", "tsc", "tsc kvm-clock acpi_pm", null), 1_300, 1_250, ClockCause.TscTrapped, "Stop the instance", HostTools),
        new("Qubes", Linux("Fedora Linux 38 (Linux 6.1.62-1.qubes.fc37.x86_64)", "Xen", "HVM domU", "XenVMMXenVMM", "Xen", "xen", "xen tsc", null), 700, 22, ClockCause.HypervisorPage, "--drift", "xl ", "virsh", "xe vm"),
        new("a trapped qube", Linux("Debian GNU/Linux 12 (Linux 6.1.62-1.qubes.fc37.x86_64)", null, null, null, "Xen", "xen", "xen", Warp), 1_900, 1_700, ClockCause.TscTrapped, "qvm-shutdown", NoTsc, "xl "),
        new("XCP-ng", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "Xen", "HVM domU", "XenVMMXenVMM", "Xen", "tsc", "tsc xen hpet", null), 2_000, 1_900, ClockCause.TscTrapped, "xe ", "virsh", "vSphere"),
        new("Proxmox VE", Linux("Debian GNU/Linux 12 (Linux 6.1.0-18-amd64)", "QEMU", "Standard PC (i440FX + PIIX, 1996)", "KVMKVMKVM", "KVM", "tsc", "tsc kvm-clock", null), 2_000, 1_900, ClockCause.TscTrapped, "qm shutdown", "vSphere", "xl "),
        new("OpenStack's customer", Linux("Ubuntu 20.04 (Linux 5.4.0-170-generic)", "OpenStack Foundation", "OpenStack Nova", "KVMKVMKVM", "KVM", "tsc", "tsc kvm-clock", null), 2_200, 2_100, ClockCause.TscTrapped, "openstack server stop", HostTools),
        new("Nutanix AHV", Windows("Nutanix", "AHV", "Microsoft Hv", "KVM", 10_000_000, 0x83), 1_500, 1_450, ClockCause.TscTrapped, "acli vm.shutdown", [.. HostTools, "vMotion"]),
        new("Cloud Hypervisor with Windows", Windows(null, null, "Linux KVM Hv", "KVM", 10_000_000, 0x00), 1_900, 22, ClockCause.HypervisorCall, "release", HostTools),
        new("WSL 2", Linux("Ubuntu 22.04 (Linux 5.15.146.1-microsoft-standard-WSL2)", null, null, "Microsoft Hv", "Hyper-V", "acpi_pm", "acpi_pm", Skew), 1_500, 15, ClockCause.PlatformTimer, "wsl --shutdown", [NoTsc, "Stop-VM", "az vm", "sudo reboot"]),
        new("WSL 1", Linux("Ubuntu 20.04 (Linux 4.4.0-19041-Microsoft)", null, null, null, null, null, "", null, present: false), 420,
            12, ClockCause.SystemCall, "WSL 1", [NoTsc, "Stop-VM"]) { Coarse = 390, Exit = 80 },
        new("an enclave that catches system calls", Linux("Ubuntu 20.04 (Linux 5.4.0)", "Supermicro", "X12", null, null, "tsc", "tsc hpet", null, present: false), 2_900, 20, ClockCause.SystemCall, "sandbox", NoTsc, "Stop the VM") { Coarse = 2_800, Exit = 80 },
        new("an Android emulator of HAXM", Linux("Linux (Linux 5.10.66-android12-9)", "QEMU", "Standard PC (Q35 + ICH9, 2009)", "HAXMHAXMHAXM", "HAXM", "tsc", "tsc acpi_pm", null), 2_600, 2_500, ClockCause.TscTrapped, "hardware acceleration", HostTools),
        new("an Android emulator of WHPX", Linux("Linux (Linux 5.15.41-android13-8)", "QEMU", "Standard PC (Q35 + ICH9, 2009)", "Microsoft Hv", "Hyper-V", "tsc", "tsc acpi_pm", null), 3_000, 2_800, ClockCause.TscTrapped, "start it cold", HostTools),
        new("QEMU without virtualization", Linux("Debian GNU/Linux 12 (Linux 6.1.0)", "QEMU", "Standard PC (i440FX + PIIX, 1996)", "TCGTCGTCGTCG", "QEMU (TCG)", "acpi_pm", "acpi_pm", null), 1_200, 60, ClockCause.PlatformTimer, "See which clock sources", [NoTsc, .. HostTools]) { Exit = 60 },
        new("bhyve", Linux("Debian GNU/Linux 12 (Linux 6.1.0)", "BHYVE", "BHYVE", "bhyve bhyve ", "bhyve", "hpet", "tsc hpet acpi_pm", null), 9_000, 25, ClockCause.PlatformTimer, "echo tsc", HostTools),
        new("Windows on bhyve", Windows("BHYVE", "BHYVE", "bhyve bhyve ", "bhyve", 16_777_216, 0x00), 9_000, 25, ClockCause.PlatformTimer, "vm stop", HostTools),
        new("Windows on QEMU's HPET", Windows("QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVMKVMKVM", "KVM", 100_000_000, 0x00), 8_000, 22, ClockCause.PlatformTimer, "hypervclock", "bcdedit", "vSphere"),
        new("a PC with VBS", Windows("Micro-Star International Co., Ltd.", "MS-7C91", "Microsoft Hv", "Hyper-V", 10_000_000, 0x00, vbs: true), 900, 14, ClockCause.HypervisorCall, "irmware", "Stop-VM", "console", "az vm"),
        new("VirtualBox with Linux and kvm-clock by system call", Linux("Debian GNU/Linux 12 (Linux 6.1.0)", "innotek GmbH", "VirtualBox", "KVMKVMKVM", "KVM", "kvm-clock", "kvm-clock tsc acpi_pm", null), 180, 16, ClockCause.HypervisorPage, "echo tsc", "paravirtprovider default", "virsh"),
        new("VirtualBox on a PC with Hyper-V", Windows("innotek GmbH", "VirtualBox", "VBoxVBoxVBox", "VirtualBox", 10_000_000, 0x83), 21_000, 20_500, ClockCause.TscTrapped, "VBoxManage controlvm", "virsh", "vMotion") { Exit = 40_000 },
        new("Workstation on a laptop", Windows("VMware, Inc.", "VMware20,1", "VMwareVMware", "VMware", 10_000_000, 0x83, cpu: "13th Gen Intel(R) Core(TM) i7-13700H"), 30_000, 29_000, ClockCause.TscTrapped, "Workstation or Fusion", "vMotion", "DRS", "PowerCLI") { Exit = 50_000 },
        new("vSphere", Windows("VMware, Inc.", "VMware7,1", "VMwareVMware", "VMware", 10_000_000, 0x83), 1_180, 1_090, ClockCause.TscTrapped, "Move-VM", "virsh") { Exit = 1_070 },
        new("kvm-clock without its vDSO", Linux("Debian GNU/Linux 12 (Linux 6.1.0)", "QEMU", "Standard PC (Q35 + ICH9, 2009)", "KVMKVMKVM", "KVM", "kvm-clock", "kvm-clock acpi_pm", Skew), 240, 20, ClockCause.HypervisorPage, "virsh shutdown", NoTsc),
    ];

    /// <summary>It with the verdict that its figures get.</summary>
    public GuestFacts Facts
    {
        get
        {
            var costs = new ClockCosts(
                new Duration(Precise), new Duration(Exit), new Duration(Tsc))
            {
                CoarseTime = new Duration(Coarse),
                Counter = new Duration(Precise)
            };
            var judged = VerdictTable.Judge(costs, ClockPath.From(Machine));
            return WindowsOnVMware with
            {
                Machine = Machine,
                Clocks = Costs(Precise, Exit, Tsc),
                Verdict = new Verdict(judged.State, judged.Cause, judged.Confidence, "because"),
            };
        }
    }

    public override string ToString() => Name;

    private static MachineFacts Linux(
        string os, string? maker, string? product, string? vendor, string? name, string? current, string listed, string? reason,
            string options = "", bool present = true, string? container = null) => new()
            {
                Name = "reported",
                Os = os,
                Architecture = "x64",
                SmbiosManufacturer = maker,
                SmbiosProduct = product,
                CpuModel = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz",
                Hypervisor = new HypervisorFacts { Present = present, Vendor = vendor, Name = name },
                Linux = new LinuxFacts
                {
                    Clocksource = current,
                    AvailableClocksources = listed.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                    Vdso = true,
                    TscUnstable = reason is not null,
                    UnstableReason = reason,
                    ClockOptions = options.Split(' ', StringSplitOptions.RemoveEmptyEntries),
                    Container = container,
                },
            };

    private static MachineFacts Windows(
        string? maker, string? product, string vendor, string name, long frequency, int bypass, bool vbs = false, string cpu = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz") => new()
        {
            Name = "reported",
            Os = "Windows Server 2022 (20348)",
            Architecture = "x64",
            SmbiosManufacturer = maker,
            SmbiosProduct = product,
            CpuModel = cpu,
            Hypervisor = new HypervisorFacts { Present = true, Vendor = vendor, Name = name, Interface = vendor is "KVMKVMKVM" or "bhyve bhyve " ? null : "Hv#1", ReferenceTsc = vendor is "KVMKVMKVM" or "bhyve bhyve " ? null : true, Vbs = vbs },
            Windows = new WindowsFacts { QpfHz = new Frequency(frequency), QpcBypass = bypass, UsePlatformClock = false },
        };
}
