using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Inspection;

/// <summary>Fills what VMware Tools tells of the host: by its performance counters on Windows, else by its command.</summary>
internal static class VMwareToolsInspector
{
    public static MachineFacts Add(MachineFacts facts, Gaps gaps, CancellationToken cancel)
    {
        var installFolder = OperatingSystem.IsWindows() ? VMwareToolsFolderReader.Read() : null;
        var program = ToolboxReader.Find(Environment.GetEnvironmentVariable("PATH"), installFolder);
        return Add(facts, gaps, program, TimeLimit.Default, cancel);
    }

    internal static MachineFacts Add(MachineFacts facts, Gaps gaps, string? program, TimeSpan limit, CancellationToken cancel)
    {
        var isVMware = HypervisorNames.IsVMware(facts);
        if (!isVMware && program is null)
        {
            if (facts.Hypervisor.Present == true)
            {
                gaps.Add("hostHz", "only VMware Tools tell the host's speed to a guest");
            }

            return facts;
        }

        var toolbox = program is null ? NotInstalled() : new ToolboxReader(program, limit).Read(cancel);
        var counters = isVMware && OperatingSystem.IsWindows() ? PerformanceCounterReader.Read(cancel) : (PerformanceCounterFacts?)null;
        return facts with
        {
            VmwareTools = gaps.Take("vmwareTools", toolbox.Tools),
            Hypervisor = facts.Hypervisor with { HostHz = gaps.Take("hostHz", First(counters?.HostHz, toolbox.HostHz)) },
            CpuPressure = facts.CpuPressure with { LimitHz = gaps.Take("limitHz", First(counters?.LimitHz, toolbox.LimitHz)) },
        };
    }

    private static Reading<Frequency?> First(Reading<Frequency?>? counter, Reading<Frequency?> command) => (counter, command) switch
    {
        ({ Why: null } told, _) => told,
        ({ } silent, { Why: not null }) => silent,
        _ => command,
    };

    private static ToolboxFacts NotInstalled()
    {
        const string Why = "the command of VMware Tools is not installed";
        return new ToolboxFacts(Reading.Missing<Frequency?>(Why), Reading.Missing<Frequency?>(Why), Reading.Missing<VMwareToolsFacts>(Why));
    }
}
