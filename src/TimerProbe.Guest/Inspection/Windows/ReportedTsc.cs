using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>The TSC frequency a guest was told where CPUID tells none, as under virtualization-based security.</summary>
internal static class ReportedTsc
{
    /// <summary>The reference page's rate in place of one that CPUID 0x40000010 does not tell.</summary>
    public static HypervisorFacts Add(HypervisorFacts hypervisor, ReferencePageFacts? page, UnavailableFacts unavailable)
    {
        if (hypervisor.VirtualTscHz is not null || page?.ToldTscHz is not { } reported)
        {
            return hypervisor;
        }

        unavailable.Close("virtualTscHz");
        return hypervisor with { VirtualTscHz = reported, VirtualTscSource = TscRateSource.ReferencePage };
    }
}
