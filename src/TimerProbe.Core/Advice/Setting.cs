namespace TimerProbe.Core.Advice;

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

    /// <summary>A hypervisor that could not be told.</summary>
    OtherHypervisor,

    /// <summary>No virtual machine at all.</summary>
    Physical,
}
