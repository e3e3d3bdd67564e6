using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>What Windows tells of its clocks.</summary>
public sealed record WindowsFacts
{
    /// <summary>The figure of <c>QueryPerformanceFrequency</c>.</summary>
    public Frequency? QpfHz { get; init; }

    /// <summary>
    /// The byte <c>QpcBypassEnabled</c> of KUSER_SHARED_DATA, a sum: 1 the TSC is read in user mode, 2
    /// through the hypervisor's page, 16 behind MFENCE, 32 behind LFENCE, 128 by RDTSCP.
    /// </summary>
    public int? QpcBypass { get; init; }

    /// <summary>The byte <c>QpcShift</c> of KUSER_SHARED_DATA.</summary>
    public int? QpcShift { get; init; }

    /// <summary>Whether Windows was started with <c>useplatformclock</c>.</summary>
    public bool? UsePlatformClock { get; init; }

    /// <summary>The version of Wine when this is not Windows at all; null on Windows.</summary>
    public string? Wine { get; init; }

    /// <summary>The page by which the hypervisor tells the time; null where it cannot be read.</summary>
    public ReferencePageFacts? ReferencePage { get; init; }
}

/// <summary>What Linux tells of its clocks.</summary>
public sealed record LinuxFacts
{
    /// <summary>The clock source in use.</summary>
    public string? Clocksource { get; init; }

    /// <summary>The clock sources that could be used instead.</summary>
    public IReadOnlyList<string> AvailableClocksources { get; init => field = value ?? []; } = [];

    /// <summary>Whether the kernel maps a vDSO into this process, so that reading a clock needs no system call.</summary>
    public bool? Vdso { get; init; }

    /// <summary>The TSC frequency the kernel was told or measured at its start.</summary>
    public Frequency? KernelTscHz { get; init; }

    /// <summary>Whether the kernel marked the TSC unstable.</summary>
    public bool? TscUnstable { get; init; }

    /// <summary>The kind of container this process runs in; null outside one.</summary>
    public string? Container { get; init; }
}

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
