using TimerProbe.Core.Facts;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection;

/// <summary>Fills what processor and scheduler tell, whatever the operating system.</summary>
internal static class ProcessorInspector
{
    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable)
    {
        var allowed = ProcessorTopology.Allowed().Count;
        var online = ProcessorTopology.Online();
        return AddCpuid(facts, unavailable) with
        {
            ProcessorCount = unavailable.Note("processorCount", Told(online)),
            AllowedProcessors = unavailable.Note("allowedProcessors", Told(allowed == 0 ? null : allowed)),
        };
    }

    private static Reading<int?> Told(int? count) =>
        count is null ? Reading.Missing<int?>("the operating system does not report it") : Reading.From(count);

    private static MachineFacts AddCpuid(MachineFacts facts, UnavailableFacts unavailable)
    {
        if (CpuidReader.Read() is not { } leaves)
        {
            foreach (var what in (string[])["cpuModel", "invariantTsc", "present"])
            {
                unavailable.Add(what, "this processor has no CPUID instruction to ask");
            }

            return facts;
        }

        var cpuid = CpuidParser.Parse(leaves);
        AddGaps(cpuid, unavailable);
        return facts with { CpuModel = cpuid.CpuModel, InvariantTsc = cpuid.InvariantTsc, Hypervisor = cpuid.Hypervisor };
    }

    private static void AddGaps(CpuidFacts cpuid, UnavailableFacts unavailable)
    {
        if (cpuid.CpuModel is null)
        {
            unavailable.Add("cpuModel", "the processor does not name itself");
        }

        if (cpuid.Hypervisor is { Present: true, Vendor: null })
        {
            unavailable.Add("vendor", "the hypervisor does not name itself");
        }

        if (cpuid.WhyNoVirtualTsc is { } why)
        {
            unavailable.Add("virtualTscHz", why);
        }
    }
}
