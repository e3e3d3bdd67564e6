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

    /// <summary>The references that fit a platform: without those about another one; all where it is unknown.</summary>
    public static IReadOnlyList<Reference> For(Setting platform, IEnumerable<Reference> references) =>
    [
        .. references.Where(reference =>
            platform == Setting.OtherHypervisor || OfPlatforms(reference) is not { } own || own.Contains(platform)),
    ];

    private static Setting[]? OfPlatforms(Reference reference) => reference switch
    {
        _ when reference == HostDistrustsTsc || reference == VMwareTimekeeping => [Setting.VMware, Setting.VMwareDesktop],
        _ when reference == LibvirtClock => [Setting.Kvm],
        _ when reference == XenTscMode || reference == XenCommandLine => [Setting.Xen, Setting.Qubes],
        _ when reference == XenClockOnEc2 => [Setting.Xen, Setting.Cloud],
        _ when reference == LostFastPath => [Setting.HyperV, Setting.Azure, Setting.Wsl],
        _ when reference == HiddenPrivileges => [Setting.CloudHypervisor],
        _ => null,
    };
}

internal static class SqlSources
{
    public static readonly Reference SysInfo = new("sys.dm_os_sys_info: cpu_ticks, ms_ticks, time_source_desc", "Microsoft Learn");

    public static readonly Reference TimerOutputs = new(
        "How It Works: Timer Outputs in SQL Server 2008 R2 - Invariant TSC", "Microsoft, SQL Server Support Blog");

    public static readonly Reference Utc = new("SYSUTCDATETIME (Transact-SQL)", "Microsoft Learn");

    public static readonly Reference Inlining = new("Scalar UDF inlining", "Microsoft Learn");

    public static readonly Reference Profiling = new("Query profiling infrastructure", "Microsoft Learn");

    public static readonly Reference ServerState = new(
        "GRANT server permissions: VIEW SERVER STATE, VIEW SERVER PERFORMANCE STATE", "Microsoft Learn");

    public static readonly Reference SlowDisk = new("Troubleshoot slow SQL Server performance caused by I/O issues", "Microsoft Learn");

    public static readonly Reference Cycles = new("Instruction tables: latencies of DIV and IDIV", "A. Fog, agner.org/optimize");

    public static readonly Reference Measuring = new("How the verdict about SQL Server is reached", "TimerProbe, docs/measuring.md");
}

/// <summary>Where sources are found in the web. VMware's and Broadcom's guides are left out: they have moved too often.</summary>
internal static class SourceAddresses
{
    private static readonly Dictionary<(string Title, string Locator), string> Known = new (Reference Source, string Address)[]
    {
        (Sources.HostDistrustsTsc, "https://knowledge.broadcom.com/external/article/321363"),
        (Sources.KernelSettings, "https://github.com/lamw/esxi-advanced-and-kernel-settings"),
        (Sources.RawTscRequired, "https://docs.cloud.google.com/spanner-omni/deploy-encryption-kubernetes"),
        (Sources.WindowsTimestamps, "https://learn.microsoft.com/windows/win32/sysinfo/acquiring-high-resolution-time-stamps"),
        (Sources.HypervisorPage, "https://learn.microsoft.com/virtualization/hyper-v-on-windows/tlfs/timers"),
        (Sources.BcdEdit, "https://learn.microsoft.com/windows-hardware/drivers/devtest/bcdedit--set"),
        (Sources.SharedPage, "https://learn.microsoft.com/windows-hardware/drivers/ddi/ntddk/ns-ntddk-kuser_shared_data"),
        (Sources.LinuxTimekeeping, "https://docs.kernel.org/virt/kvm/x86/timekeeping.html"),
        (Sources.LinuxParameters, "https://docs.kernel.org/admin-guide/kernel-parameters.html"),
        (Sources.ControlGroups, "https://docs.kernel.org/admin-guide/cgroup-v2.html"),
        (Sources.XenTscMode, "https://xenbits.xen.org/docs/unstable/man/xen-tscmode.7.html"),
        (Sources.XenCommandLine, "https://xenbits.xen.org/docs/unstable/misc/xen-command-line.html"),
        (Sources.XenClockOnEc2, "https://github.com/awslabs/amazon-eks-ami/issues/1328"),
        (Sources.LostFastPath, "https://github.com/microsoft/azurelinux/pull/1238"),
        (Sources.HiddenPrivileges, "https://github.com/cloud-hypervisor/cloud-hypervisor/pull/8380"),
        (Sources.LibvirtClock, "https://libvirt.org/formatdomain.html#time-keeping"),
        (Sources.TwiceTheRate, "https://github.com/dotnet/coreclr/issues/14187"),
        (Sources.GuestInfo, "https://github.com/vmware/open-vm-tools/issues/288"),
        (SqlSources.TimerOutputs, "https://techcommunity.microsoft.com/t5/sql-server-support-blog/how-it-works-timer-outputs-in-sql-server-2008-r2-invariant-tsc/ba-p/316193"),
        (Sources.HostFrequency, VSphereApi),
        (Sources.MachineUuid, VSphereApi),
        (Sources.MachineEvents, VSphereApi),
        (Sources.CpuCounters, VSphereApi),
    }.ToDictionary(each => (each.Source.Title, each.Source.Locator), each => each.Address);

    private const string VSphereApi = "https://developer.broadcom.com/xapis/vsphere-web-services-api/latest/";

    public static string? Of(Reference source) => Known.GetValueOrDefault((source.Title, source.Locator));
}
