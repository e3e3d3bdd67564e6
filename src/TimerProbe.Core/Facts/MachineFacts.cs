namespace TimerProbe.Core.Facts;

/// <summary>What is known of the machine the probe runs on.</summary>
public sealed record MachineFacts
{
    /// <summary>The machine's own name.</summary>
    [Pseudonym(NameKind.Guest)]
    public required string Name { get; init; }

    /// <summary>The SMBIOS UUID in the byte order the operating system shows: vCenter's <c>config.uuid</c>.</summary>
    [Pseudonym(NameKind.Uuid)]
    public string? SmbiosUuid { get; init; }

    /// <summary>The SMBIOS system manufacturer, such as <c>VMware, Inc.</c></summary>
    public string? SmbiosManufacturer { get; init; }

    /// <summary>The SMBIOS product name, such as <c>VMware7,1</c>.</summary>
    public string? SmbiosProduct { get; init; }

    /// <summary>The asset tag of the SMBIOS chassis where it is a cloud's, such as <c>OracleCloud.com</c>; any other is not kept.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? SmbiosChassisAssetTag { get; init; }

    /// <summary>The operating system with its version, as people name it.</summary>
    public required string Os { get; init; }

    /// <summary>The architecture of this process: <c>x64</c>, <c>arm64</c>.</summary>
    public required string Architecture { get; init; }

    /// <summary>
    /// The architecture of the processor that this process is emulated on, such as <c>arm64</c>; null where it runs natively.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? EmulatedOn { get; init; }

    /// <summary>Processors that are online in the machine.</summary>
    public int? ProcessorCount { get; init; }

    /// <summary>Processors this process may run on by its affinity, whatever its quota.</summary>
    public int? AllowedProcessors { get; init; }

    /// <summary>The processor's brand string.</summary>
    public string? CpuModel { get; init; }

    /// <summary>Its maker, <c>intel</c> or <c>amd</c>; null where CPUID does not say.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? CpuVendor { get; init; }

    /// <summary>Its family by CPUID level 1, the extended one added; null where CPUID does not say.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? CpuFamily { get; init; }

    /// <summary>Its model within the family; null where CPUID does not say.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? CpuModelNumber { get; init; }

    /// <summary>Whether the TSC counts at one rate in all power states (CPUID 0x80000007 EDX[8]).</summary>
    public bool? InvariantTsc { get; init; }

    /// <summary>The hypervisor as the guest sees it.</summary>
    public required HypervisorFacts Hypervisor { get; init; }

    /// <summary>What only Windows has; null elsewhere.</summary>
    public WindowsFacts? Windows { get; init; }

    /// <summary>What only Linux has; null elsewhere.</summary>
    public LinuxFacts? Linux { get; init; }

    /// <summary>What took processors from the process while it measured.</summary>
    public CpuPressureFacts CpuPressure { get; init => field = value ?? new(); } = new();

    /// <summary>VMware Tools as the guest sees it; null where it is not installed.</summary>
    public VMwareToolsFacts? VmwareTools { get; init; }

    /// <summary>Which of the above are unavailable, and why.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init => field = value ?? []; } = [];
}

/// <summary>What took processors from the process between its start and the end of measuring.</summary>
public sealed record CpuPressureFacts
{
    /// <summary>The time that the figures below cover.</summary>
    public double? OverMs { get; init; }

    /// <summary>Processors' worth of time the tightest CPU quota allows; null without one.</summary>
    public double? Quota { get; init; }

    /// <summary>Time the control group stood still for its quota during the run.</summary>
    public double? ThrottledMs { get; init; }

    /// <summary>Time the hypervisor ran something else during the run, all processors together.</summary>
    public double? StealMs { get; init; }

    /// <summary>Time this process was ready to run and waited for a processor during the run.</summary>
    public double? WaitedMs { get; init; }

    /// <summary>The limit the hypervisor puts on this virtual machine, as VMware Tools report it; null without one.</summary>
    [JsonConverter(typeof(CapacityJsonConverter))]
    public Frequency? LimitHz { get; init; }
}

/// <summary>What Windows reports of its clocks.</summary>
public sealed record WindowsFacts
{
    /// <summary>The figure of <c>QueryPerformanceFrequency</c>.</summary>
    public Frequency? QpfHz { get; init; }

    /// <summary>
    /// The byte <c>QpcBypassEnabled</c> of KUSER_SHARED_DATA, a sum: 1 the TSC is read in user mode, 2 through the hypervisor's
    /// page, 16 behind MFENCE, 32 behind LFENCE, 128 by RDTSCP.
    /// </summary>
    public int? QpcBypass { get; init; }

    /// <summary>The byte <c>QpcShift</c> of KUSER_SHARED_DATA.</summary>
    public int? QpcShift { get; init; }

    /// <summary>Whether Windows was started with <c>useplatformclock</c>.</summary>
    public bool? UsePlatformClock { get; init; }

    /// <summary>The version of Wine when this is not Windows at all; null on Windows.</summary>
    public string? Wine { get; init; }

    /// <summary>The page by which the hypervisor gives the time; null where it cannot be read.</summary>
    public ReferencePageFacts? ReferencePage { get; init; }
}

/// <summary>What Linux reports of its clocks.</summary>
public sealed record LinuxFacts
{
    /// <summary>The clock source in use.</summary>
    public string? Clocksource { get; init; }

    /// <summary>The clock sources that could be used instead.</summary>
    public IReadOnlyList<string> AvailableClocksources { get; init => field = value ?? []; } = [];

    /// <summary>Whether the kernel maps a vDSO into this process, so that reading a clock needs no system call.</summary>
    public bool? Vdso { get; init; }

    /// <summary>The TSC frequency the kernel was given or measured at its start.</summary>
    public Frequency? KernelTscHz { get; init; }

    /// <summary>Whether the kernel marked the TSC unstable.</summary>
    public bool? TscUnstable { get; init; }

    /// <summary>
    /// Why it did, in the kernel's own words, or why it traps reads of the counter of an ARM processor; null where it does neither, or
    /// where its messages cannot be read.
    /// </summary>
    public string? UnstableReason { get; init; }

    /// <summary>What the kernel's watchdog compared when it ruled the TSC out; left out where it did not, or has no figures.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public WatchdogFacts? Watchdog { get; init; }

    /// <summary>The options of the kernel's command line that choose or forbid a clock, such as <c>notsc</c>.</summary>
    public IReadOnlyList<string> ClockOptions { get; init => field = value ?? []; } = [];

    /// <summary>The kind of container this process runs in; null outside one.</summary>
    public string? Container { get; init; }
}

/// <summary>How far the TSC and another clock source went between two looks of the kernel's watchdog.</summary>
/// <param name="Against">The other clock source.</param>
/// <param name="AgainstNs">How far that one went; null where neither the message nor its rate says.</param>
/// <param name="TscNs">How far the TSC went; null where it went back, and where nothing says.</param>
/// <param name="WentBack">Whether the TSC stood at less than before.</param>
public sealed record WatchdogFacts(string Against, Duration? AgainstNs, Duration? TscNs, bool WentBack);

/// <summary>The bits of <c>QpcBypassEnabled</c> in KUSER_SHARED_DATA (Microsoft's ntddk.h).</summary>
[Flags]
public enum QpcBypass
{
    /// <summary>QueryPerformanceCounter is a system call.</summary>
    None = 0,

    /// <summary>QueryPerformanceCounter reads the TSC in user mode.</summary>
    Enabled = 0x01,

    /// <summary>It goes through the hypervisor's reference page.</summary>
    HypervisorPage = 0x02,

    /// <summary>It executes MFENCE first.</summary>
    Mfence = 0x10,

    /// <summary>It executes LFENCE first.</summary>
    Lfence = 0x20,

    /// <summary>It uses RDTSCP.</summary>
    Rdtscp = 0x80,
}

/// <summary>The cost of a read on one processor.</summary>
/// <param name="Processor">The processor's number within its group.</param>
/// <param name="Group">The processor group on Windows; 0 elsewhere.</param>
/// <param name="PreciseTimeNs">The median cost of precise time there; null when the thread could not be moved.</param>
/// <param name="TimestampCounterNs">The median cost of RDTSC there; null when it was not measured.</param>
public sealed record ProcessorClockFacts(int Processor, int Group, Duration? PreciseTimeNs, Duration? TimestampCounterNs);

/// <summary>What several threads reading precise time at once achieve.</summary>
/// <param name="Threads">How many threads, each on a processor of its own.</param>
/// <param name="CallsPerSecond">The sum of the threads' rates, each by its median batch.</param>
/// <param name="Efficiency">The rate over threads times the rate of one thread: 1 is perfect.</param>
public sealed record ScalingFacts(int Threads, long CallsPerSecond, double Efficiency);

/// <summary>Classic rounds of counted calls. Never judged: a count over a second follows the machine's load.</summary>
/// <param name="LengthMs">The length of a round.</param>
/// <param name="CallsPerSecond">Precise-time calls a second, a round each, without the dropped one.</param>
/// <param name="FirstDropped">Whether a first round was run and dropped.</param>
public sealed record RoundFacts(double LengthMs, IReadOnlyList<long> CallsPerSecond, bool FirstDropped);
