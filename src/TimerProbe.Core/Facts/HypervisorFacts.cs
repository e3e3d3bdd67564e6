using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>The hypervisor as the guest sees it.</summary>
public sealed record HypervisorFacts
{
    /// <summary>
    /// Whether the hypervisor bit is set (CPUID 1 ECX[31]), or the kernel says that it runs on Xen, whose
    /// paravirtualized guests may not see the bit; null on a processor without CPUID.
    /// </summary>
    public required bool? Present { get; init; }

    /// <summary>The vendor string of CPUID 0x40000000; null without a hypervisor bit.</summary>
    public string? Vendor { get; init; }

    /// <summary>The name people use for the vendor: VMware, KVM, Hyper-V, Xen...</summary>
    public string? Name { get; init; }

    /// <summary>The interface of CPUID 0x40000001, such as <c>Hv#1</c>: what Windows looks for before it uses a reference page.</summary>
    public string? Interface { get; init; }

    /// <summary>
    /// Whether a partition reference TSC is offered (CPUID 0x40000003 EAX[9]); null when the interface is not <c>Hv#1</c>.
    /// </summary>
    public bool? ReferenceTsc { get; init; }

    /// <summary>
    /// The TSC frequency the hypervisor tells the guest, the power-on rate: by CPUID
    /// 0x40000010 EAX, else by the multiplier of the reference page.
    /// </summary>
    public Frequency? VirtualTscHz { get; init; }

    /// <summary>
    /// Where <see cref="VirtualTscHz"/> comes from; null without it, and in documents from before there was more than CPUID.
    /// </summary>
    public TscRateSource? VirtualTscSource { get; init; }

    /// <summary>
    /// The present host's processor speed as VMware Tools tell it, to the MHz:
    /// <see cref="HostCounterHz"/>, else <see cref="ToolsSpeedHz"/>.
    /// </summary>
    public Frequency? HostHz { get; init; }

    /// <summary>Which of the two <see cref="HostHz"/> is; null without it, and in documents from before they were told apart.</summary>
    public HostSpeedSource? HostHzSource { get; init; }

    /// <summary>The Tools' performance counter "Host processor speed in MHz"; Windows only.</summary>
    public Frequency? HostCounterHz { get; init; }

    /// <summary>
    /// The answer of <c>vmware-toolbox-cmd stat speed</c>, which asks the hypervisor's backdoor for the virtual machine's processor speed
    /// (BDOOR_CMD_GETMHZ). That it is the present host's is expected, not tried.
    /// </summary>
    public Frequency? ToolsSpeedHz { get; init; }

    /// <summary>Whether virtualization-based security runs beneath this operating system.</summary>
    public bool? Vbs { get; init; }
}

/// <summary>What VMware Tools tells inside the guest.</summary>
/// <param name="Version">The Tools' version.</param>
/// <param name="SessionId">Changes on vMotion, resume and revert.</param>
public sealed record VMwareToolsFacts(string? Version, string? SessionId)
{
    /// <summary>
    /// The Tools' counter "CPU stolen time" of all processors, as the Tools count it; that it is milliseconds since the VM's start
    /// is expected, not tried. Windows only; nothing is judged by it.
    /// </summary>
    public double? CpuStolenMs { get; init; }
}
