using System.Text.Json.Serialization;
using TimerProbe.Core.Documents;

namespace TimerProbe.Core.Verdicts;

/// <summary>What is to be said of this machine's clock.</summary>
/// <param name="State">How dear reading precise time is.</param>
/// <param name="Cause">Why, when it is not healthy.</param>
/// <param name="Confidence">How the cause is known; null without a cause.</param>
/// <param name="Because">One sentence with the figures that decided.</param>
public sealed record Verdict(ClockState State, ClockCause Cause, Confidence? Confidence, string Because);

/// <summary>How dear a read of precise time is.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockState>))]
public enum ClockState
{
    /// <summary>At most 100 ns.</summary>
    Healthy,

    /// <summary>At most 300 ns.</summary>
    Check,

    /// <summary>At most 600 ns.</summary>
    Suspicious,

    /// <summary>Above 600 ns, or trapped.</summary>
    Slow,

    /// <summary>The figure could not be pinned down.</summary>
    Unclear,
}

/// <summary>Why a clock is dear to read.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockCause>))]
public enum ClockCause
{
    /// <summary>It is not dear.</summary>
    None,

    /// <summary>RDTSC leaves the virtual machine for its hypervisor.</summary>
    TscTrapped,

    /// <summary>The operating system reads HPET, the ACPI PM timer or another platform timer.</summary>
    PlatformTimer,

    /// <summary>The hypervisor's shared page is not valid, so reads fall back to a call into the hypervisor.</summary>
    HypervisorPage,

    /// <summary>The process does not get its processor.</summary>
    CpuStarved,

    /// <summary>None of the known causes fits.</summary>
    Unknown,
}

/// <summary>How a statement is known.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<Confidence>))]
public enum Confidence
{
    /// <summary>By a measurement of the thing itself.</summary>
    Measured,

    /// <summary>It follows from what was measured.</summary>
    Inferred,

    /// <summary>By what is published or reported; not tried on a real ESXi host.</summary>
    Expected,
}
