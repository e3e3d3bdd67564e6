using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>The TSC frequency a guest was told where CPUID tells none, as under virtualization-based security.</summary>
internal static class ToldTsc
{
    /// <summary>The reference page's rate in place of one that CPUID 0x40000010 does not tell.</summary>
    public static HypervisorFacts Add(HypervisorFacts hypervisor, ReferencePageFacts? page, Gaps gaps)
    {
        if (hypervisor.VirtualTscHz is not null || page?.ToldTscHz is not { } told)
        {
            return hypervisor;
        }

        gaps.Close("virtualTscHz");
        return hypervisor with { VirtualTscHz = told, VirtualTscSource = TscRateSource.ReferencePage };
    }
}
