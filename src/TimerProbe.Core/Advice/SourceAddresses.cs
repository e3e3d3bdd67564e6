namespace TimerProbe.Core.Advice;

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

    /// <summary>The address of a source; null where none is known.</summary>
    public static string? Of(Reference source) => Known.GetValueOrDefault((source.Title, source.Locator));
}
