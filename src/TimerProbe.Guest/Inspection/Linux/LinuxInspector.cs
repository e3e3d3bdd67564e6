using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Fills what Linux tells.</summary>
internal static class LinuxInspector
{
    public static MachineFacts AddQuick(MachineFacts facts, UnavailableFacts unavailable)
    {
        var linux = ClocksourceReader.Read(unavailable) with { Container = ContainerParser.Kind(ContainerReader.Read()) };
        return DmiReader.Add(facts, unavailable) with
        {
            Os = Os(),
            Linux = linux,
            Hypervisor = HypervisorTypeParser.Add(facts.Hypervisor, SystemFile.TryRead("/sys/hypervisor/type")),
        };
    }

    public static MachineFacts AddSlow(MachineFacts facts, UnavailableFacts unavailable, Reading<string> kernelLog)
    {
        if (facts.Linux is not { } linux)
        {
            return facts;
        }

        var log = kernelLog.Then(text => Reading.From(KernelLogParser.Parse(text)));
        return facts with
        {
            Linux = linux with
            {
                KernelTscHz = unavailable.Note("kernelTscHz", log.Then(KernelTsc)),
                TscUnstable = linux.TscUnstable ?? unavailable.Note("tscUnstable", log.Then(TscUnstable)),
            },
        };
    }

    private static Reading<Frequency?> KernelTsc(KernelLogFacts log) => log switch
    {
        { TscHz: { } reported } => Reading.From<Frequency?>(reported),
        { ReachesStart: true } => Reading.Missing<Frequency?>("the kernel's messages name no TSC frequency"),
        _ => Reading.Missing<Frequency?>("the kernel's first messages are no longer in its log"),
    };

    private static Reading<bool?> TscUnstable(KernelLogFacts log) => log is { TscUnstable: false, ReachesStart: false }
        ? Reading.Missing<bool?>("the TSC is not among the clock sources, and the kernel's first messages are no longer in its log")
        : Reading.From<bool?>(log.TscUnstable);

    private static string Os()
    {
        var name = OsReleaseParser.Name(SystemFile.TryRead("/etc/os-release") ?? SystemFile.TryRead("/usr/lib/os-release")) ?? "Linux";
        return SystemFile.TryRead("/proc/sys/kernel/osrelease") is { } kernel ? $"{name} (Linux {kernel})" : name;
    }
}
