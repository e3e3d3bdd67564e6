using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>
/// Understands <c>/sys/hypervisor/type</c>, where a kernel that runs on Xen says so. In a paravirtualized guest nothing else does: CPUID is
/// the processor's own, or that of a hypervisor beneath Xen, and there is no SMBIOS table.
/// </summary>
internal static class HypervisorTypeParser
{
    /// <summary>The facts with what the file says; unchanged where it says nothing, or names what CPUID names.</summary>
    /// <param name="cpuid">What CPUID tells.</param>
    /// <param name="type">The file's text; null when it is not there.</param>
    public static HypervisorFacts Add(HypervisorFacts cpuid, string? type) =>
        type?.Trim() is "xen" ? cpuid with { Present = true, Name = "Xen" } : cpuid;
}
