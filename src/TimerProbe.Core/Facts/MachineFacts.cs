using System.Text.Json.Serialization;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Facts;

/// <summary>What is known of the machine the probe runs on.</summary>
public sealed record MachineFacts
{
    /// <summary>The machine's own name.</summary>
    public required string Name { get; init; }

    /// <summary>The SMBIOS UUID in the byte order the operating system shows: vCenter's <c>config.uuid</c>.</summary>
    public string? SmbiosUuid { get; init; }

    /// <summary>The SMBIOS system manufacturer, such as <c>VMware, Inc.</c></summary>
    public string? SmbiosManufacturer { get; init; }

    /// <summary>The SMBIOS product name, such as <c>VMware7,1</c>.</summary>
    public string? SmbiosProduct { get; init; }

    /// <summary>The operating system with its version, as people name it.</summary>
    public required string Os { get; init; }

    /// <summary>The architecture of this process: <c>x64</c>, <c>arm64</c>.</summary>
    public required string Architecture { get; init; }

    /// <summary>
    /// The architecture of the processor that this process is emulated on, such as
    /// <c>arm64</c>; null, and left out, where it runs natively.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? EmulatedOn { get; init; }

    /// <summary>Processors that are online in the machine.</summary>
    public int? ProcessorCount { get; init; }

    /// <summary>Processors this process may run on by its affinity, whatever its quota.</summary>
    public int? AllowedProcessors { get; init; }

    /// <summary>The processor's brand string.</summary>
    public string? CpuModel { get; init; }

    /// <summary>Whether the TSC counts at one rate in all power states (CPUID 0x80000007 EDX[8]).</summary>
    public bool? InvariantTsc { get; init; }

    /// <summary>The hypervisor as the guest sees it.</summary>
    public required HypervisorFacts Hypervisor { get; init; }

    /// <summary>What only Windows has; null elsewhere.</summary>
    public WindowsFacts? Windows { get; init; }

    /// <summary>What only Linux has; null elsewhere.</summary>
    public LinuxFacts? Linux { get; init; }

    /// <summary>What kept the process from its processors while it measured.</summary>
    public CpuPressureFacts CpuPressure { get; init => field = value ?? new(); } = new();

    /// <summary>VMware Tools as the guest sees it; null where it is not installed.</summary>
    public VMwareToolsFacts? VmwareTools { get; init; }

    /// <summary>Which of the above could not be had, and why.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init => field = value ?? []; } = [];
}

/// <summary>A figure that could not be had.</summary>
/// <param name="What">The member's name in the document.</param>
/// <param name="Why">A sentence for a person.</param>
public sealed record Unavailable(string What, string Why)
{
    /// <summary>
    /// The sentence as data; null, and left out, of a machine where no other program's words
    /// stand in it, and in a document of a release that did not write it.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Problem? WhyDetails { get; init; }

    /// <summary>A figure that could not be had, with the reason as data too.</summary>
    public static Unavailable Of(string what, Problem why) => new(what, why.Text) { WhyDetails = why };
}
