namespace TimerProbe.Core.Advice;

/// <summary>Where a remedy belongs: what the machine runs on, or the operating system inside.</summary>
public enum Setting
{
    /// <summary>Wherever the finding is made.</summary>
    Anywhere,

    /// <summary>Inside a Windows guest or on Windows itself.</summary>
    Windows,

    /// <summary>Inside a Linux guest or on Linux itself.</summary>
    Linux,

    /// <summary>VMware, on vSphere as far as is known.</summary>
    VMware,

    /// <summary>VMware Workstation or Fusion.</summary>
    VMwareDesktop,

    /// <summary>KVM, under any manager.</summary>
    Kvm,

    /// <summary>OpenStack, as its customer.</summary>
    OpenStack,

    /// <summary>Nutanix AHV.</summary>
    Ahv,

    /// <summary>Cloud Hypervisor.</summary>
    CloudHypervisor,

    /// <summary>Xen, under any manager.</summary>
    Xen,

    /// <summary>Qubes OS.</summary>
    Qubes,

    /// <summary>Hyper-V, on a server or in Azure.</summary>
    HyperV,

    /// <summary>Azure.</summary>
    Azure,

    /// <summary>The Windows Subsystem for Linux.</summary>
    Wsl,

    /// <summary>Docker Desktop's virtual machine.</summary>
    DockerDesktop,

    /// <summary>Oracle VirtualBox.</summary>
    VirtualBox,

    /// <summary>Parallels Desktop.</summary>
    Parallels,

    /// <summary>bhyve.</summary>
    Bhyve,

    /// <summary>An emulator: Android's, or QEMU without virtualization.</summary>
    Emulator,

    /// <summary>A public cloud whose hosts its customers cannot reach.</summary>
    Cloud,

    /// <summary>A hypervisor that could not be identified.</summary>
    OtherHypervisor,

    /// <summary>No virtual machine at all.</summary>
    Physical,
}
