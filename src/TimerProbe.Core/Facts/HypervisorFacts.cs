namespace TimerProbe.Core.Facts;

/// <summary>The hypervisor as the guest sees it.</summary>
public sealed record HypervisorFacts
{
    /// <summary>
    /// Whether the hypervisor bit is set (CPUID 1 ECX[31]), or the kernel says that it runs on Xen, whose paravirtualized guests may
    /// not see the bit; null on a processor without CPUID.
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
    /// The TSC frequency the hypervisor reports to the guest, the power-on rate: by CPUID 0x40000010 EAX, else by the multiplier of
    /// the reference page.
    /// </summary>
    public Frequency? VirtualTscHz { get; init; }

    /// <summary>
    /// Where <see cref="VirtualTscHz"/> comes from; null without it, and in documents from before there was more than CPUID.
    /// </summary>
    public TscRateSource? VirtualTscSource { get; init; }

    /// <summary>
    /// The present host's processor speed as VMware Tools report it, to the MHz: <see cref="HostCounterHz"/>, else <see
    /// cref="ToolsSpeedHz"/>.
    /// </summary>
    public Frequency? HostHz { get; init; }

    /// <summary>Which of the two <see cref="HostHz"/> is; null without it, and in documents from before they were distinguished.</summary>
    public HostSpeedSource? HostHzSource { get; init; }

    /// <summary>The Tools' performance counter "Host processor speed in MHz"; Windows only.</summary>
    public Frequency? HostCounterHz { get; init; }

    /// <summary>
    /// The answer of <c>vmware-toolbox-cmd stat speed</c>, which asks the hypervisor's backdoor for the virtual machine's processor
    /// speed (BDOOR_CMD_GETMHZ). That it is the present host's is expected, not tried.
    /// </summary>
    public Frequency? ToolsSpeedHz { get; init; }

    /// <summary>Whether virtualization-based security runs beneath this operating system.</summary>
    public bool? Vbs { get; init; }
}

/// <summary>What VMware Tools report inside the guest.</summary>
/// <param name="Version">The Tools' version.</param>
/// <param name="SessionId">Changes on vMotion, resume and revert.</param>
public sealed record VMwareToolsFacts(string? Version, [property: Pseudonym(NameKind.Session)] string? SessionId)
{
    /// <summary>
    /// The Tools' counter "CPU stolen time" of all processors, as the Tools count it; that it is milliseconds since the VM's start
    /// is expected, not tried. Windows only; nothing is judged by it.
    /// </summary>
    public double? CpuStolenMs { get; init; }
}

/// <summary>
/// The page of memory by which a hypervisor tells Windows how to turn the TSC into time: HV_REFERENCE_TSC_PAGE of Microsoft's
/// Hypervisor Top-Level Functional Specification, "Partition Reference Time Enlightenment". Time in units of 100 ns = (TSC *
/// multiplier) / 2^64 + bias.
/// </summary>
/// <param name="Sequence">TscSequence: changes whenever the other two do; 0, and 0xFFFFFFFF in older interfaces,
/// mean that the page does not hold and that reads have to call the hypervisor.</param>
/// <param name="Multiplier">TscScale: how much time, in units of 100 ns divided by 2^64, one tick
/// of the TSC is. Larger than a double holds exactly.</param>
/// <param name="Bias">TscOffset in units of 100 ns; negative where the TSC was ahead.</param>
public sealed record ReferencePageFacts(
    uint Sequence, ulong Multiplier, [property: JsonConverter(typeof(SignedNumberJsonConverter))] long Bias)
{
    // No processor's TSC runs slower or faster; CPUID 0x40000010 is held to the same bounds.
    private const double SlowestTsc = 1e8;
    private const double FastestTsc = 2e10;

    private const double UnitsPerSecond = 1e7;
    private const double TwoToThe64 = 18_446_744_073_709_551_616.0;

    /// <summary>Whether reads may go by the page: its sequence marks it as valid.</summary>
    public bool Valid => Sequence is not (0 or uint.MaxValue);

    /// <summary>
    /// The rate of the TSC by the multiplier, 10^7 * 2^64 / multiplier; null while the page does not hold, and for a multiplier that
    /// is no TSC's (0, or a rate outside 100 MHz to 20 GHz).
    /// </summary>
    public Frequency? ToldTscHz => Valid && UnitsPerSecond * TwoToThe64 / Multiplier is >= SlowestTsc and <= FastestTsc and var hertz
        ? new Frequency((long)Math.Round(hertz))
        : null;
}

/// <summary>Which part of VMware Tools reported the host's processor speed.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<HostSpeedSource>))]
public enum HostSpeedSource
{
    /// <summary>The performance counter "Host processor speed in MHz".</summary>
    PerformanceCounter,

    /// <summary>The command <c>vmware-toolbox-cmd stat speed</c>.</summary>
    ToolboxCommand,
}

/// <summary>Where the guest has the frequency of its TSC from.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<TscRateSource>))]
public enum TscRateSource
{
    /// <summary>CPUID 0x40000010.</summary>
    Cpuid,

    /// <summary>The multiplier of the hypervisor's reference page.</summary>
    ReferencePage,
}
