using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice;

internal static class Sources
{
    public static readonly Reference HostDistrustsTsc = new(
        "Slow RDTSC and \"TSC disabled as reference timer\" in vmkernel.log", "Broadcom KB 321363 (formerly VMware KB 65186)");

    public static readonly Reference KernelSettings = new(
        "Advanced and kernel settings of ESXi's releases", "W. Lam, github.com/lamw/esxi-advanced-and-kernel-settings");

    public static readonly Reference VMwareTimekeeping = new("Timekeeping in VMware Virtual Machines", "VMware information guide");

    public static readonly Reference RawTscRequired = new(
        "Create a deployment with TLS encryption on Kubernetes: requires virtual_rdtsc = FALSE on vSphere", "Google Cloud, Spanner Omni");

    public static readonly Reference WindowsTimestamps = new("Acquiring high-resolution time stamps", "Microsoft Learn");

    public static readonly Reference HypervisorPage = new("Hypervisor Top-Level Functional Specification", "Microsoft: reference TSC page");

    public static readonly Reference BcdEdit = new("BCDEdit /set", "Microsoft Learn: useplatformclock");

    public static readonly Reference LinuxTimekeeping = new(
        "Timekeeping Virtualization for X86-Based Architectures", "Linux kernel Documentation, virt/kvm/x86/timekeeping");

    public static readonly Reference LinuxParameters = new(
        "The kernel's command-line parameters", "Linux kernel Documentation, admin-guide/kernel-parameters: clocksource=, tsc=");

    public static readonly Reference XenTscMode = new("Xen TSC and timekeeping discussion", "Xen manual, xen-tscmode(7)");

    public static readonly Reference XenClockOnEc2 = new("Slow clock source xen on EC2", "awslabs/amazon-eks-ami issue 1328");

    public static readonly Reference XenCommandLine = new(
        "Xen Hypervisor Command Line Options", "Xen documentation, xen-command-line: clocksource");

    public static readonly Reference LostFastPath = new(
        "A kernel without its fast path to Hyper-V's page", "microsoft/azurelinux pull request 1238");

    public static readonly Reference HiddenPrivileges = new(
        "Mandatory Hyper-V partition privileges", "cloud-hypervisor/cloud-hypervisor pull request 8380");

    public static readonly Reference LibvirtClock = new("Domain XML format: time keeping", "libvirt documentation, formatdomain");

    public static readonly Reference TwiceTheRate = new("A clock at twice its rate on hosted Windows", "dotnet/coreclr issue 14187");

    public static readonly Reference ControlGroups = new(
        "Control Group v2", "Linux kernel Documentation, admin-guide/cgroup-v2: cpu.max, cpu.stat");

    public static readonly Reference SharedPage = new("KUSER_SHARED_DATA", "Microsoft, ntddk.h: QpcBypassEnabled");

    public static readonly Reference HostFrequency = new("HostCpuInfo: hz", "vSphere Web Services API Reference");

    public static readonly Reference GuestInfo = new("Variables that a guest may set through VMware Tools", "open-vm-tools issue 288");

    public static readonly Reference MachineUuid = new("VirtualMachineConfigInfo: uuid", "vSphere Web Services API Reference");

    public static readonly Reference MachineEvents = new(
        "VmPoweredOnEvent, VmMigratedEvent, VmResumingEvent and their like", "vSphere Web Services API Reference");

    public static readonly Reference DrsRules = new("VM-Host affinity rules", "Broadcom TechDocs, vSphere Resource Management");

    public static readonly Reference DrsAutomation = new("DRS automation levels", "Broadcom TechDocs, vSphere Resource Management");

    public static readonly Reference Evc = new("Enhanced vMotion Compatibility", "Broadcom TechDocs, vCenter Server and Host Management");

    public static readonly Reference RebootPowerCycle = new(
        "vmx.reboot.powerCycle", "Broadcom: power-cycle a VM at its next guest restart");

    public static readonly Reference LatencySensitivity = new(
        "Deploying Extremely Latency-Sensitive Applications in VMware vSphere", "VMware technical white paper");

    public static readonly Reference CpuCounters = new(
        "CPU counters: ready, costop, maxlimited", "vSphere Web Services API Reference, PerformanceManager");

    public static readonly Reference PowerPolicies = new("CPU power management policies", "Broadcom TechDocs, vSphere Resource Management");

    /// <summary>The references that fit a machine: without those about another platform than its own; all where that is unknown.</summary>
    public static IReadOnlyList<Reference> For(MachineFacts machine, IEnumerable<Reference> references)
    {
        var platform = Settings.PlatformOf(machine);
        return [.. references.Where(reference => platform == Setting.OtherHypervisor || (PlatformOf(reference) ?? platform) == platform)];
    }

    private static Setting? PlatformOf(Reference reference) => reference switch
    {
        _ when reference == HostDistrustsTsc || reference == VMwareTimekeeping => Setting.VMware,
        _ when reference == LibvirtClock => Setting.Kvm,
        _ when reference == XenTscMode || reference == XenClockOnEc2 || reference == XenCommandLine => Setting.Xen,
        _ => null,
    };
}
