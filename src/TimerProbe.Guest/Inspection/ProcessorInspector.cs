using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Inspection;

/// <summary>Fills what processor and scheduler tell, whatever the operating system.</summary>
internal static class ProcessorInspector
{
    public static MachineFacts Add(MachineFacts facts, Gaps gaps)
    {
        var allowed = ProcessorTopology.Allowed().Count;
        var online = ProcessorTopology.Online();
        return AddCpuid(facts, gaps) with
        {
            ProcessorCount = gaps.Take("processorCount", Told(online)),
            AllowedProcessors = gaps.Take("allowedProcessors", Told(allowed == 0 ? null : allowed)),
        };
    }

    private static Reading<int?> Told(int? count) =>
        count is null ? Reading.Missing<int?>("the operating system does not tell") : Reading.Of(count);

    private static MachineFacts AddCpuid(MachineFacts facts, Gaps gaps)
    {
        if (CpuidReader.Read() is not { } leaves)
        {
            foreach (var what in (string[])["cpuModel", "invariantTsc", "present"])
            {
                gaps.Add(what, "this processor has no CPUID instruction to ask");
            }

            return facts;
        }

        var cpuid = CpuidParser.Parse(leaves);
        AddGaps(cpuid, gaps);
        return facts with { CpuModel = cpuid.CpuModel, InvariantTsc = cpuid.InvariantTsc, Hypervisor = cpuid.Hypervisor };
    }

    private static void AddGaps(CpuidFacts cpuid, Gaps gaps)
    {
        if (cpuid.CpuModel is null)
        {
            gaps.Add("cpuModel", "the processor does not name itself");
        }

        if (cpuid.Hypervisor is { Present: true, Vendor: null })
        {
            gaps.Add("vendor", "the hypervisor does not name itself");
        }

        if (cpuid.WhyNoVirtualTsc is { } why)
        {
            gaps.Add("virtualTscHz", why);
        }
    }
}
