namespace TimerProbe.Core.Advice;

/// <summary>Where a remedy belongs: what the machine runs on, or the operating system inside.</summary>
public enum Setting
{
    Anywhere,
    Windows,
    Linux,
    VMware,
    VMwareDesktop,
    Kvm,
    KubeVirt,
    OVirt,
    CloudStack,
    OpenNebula,
    KvmManager,
    OpenStack,
    Ahv,
    CloudHypervisor,
    Xen,
    Qubes,
    HyperV,
    Azure,
    Wsl,
    DockerDesktop,
    VirtualBox,
    Parallels,
    Bhyve,
    Emulator,
    Cloud,
    OtherHypervisor,
    Physical,
}
