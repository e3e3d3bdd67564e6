using TimerProbe.Guest.Inspection.Linux;
using TimerProbe.Guest.Inspection.Readings;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Inspection;

/// <summary>The processors of this machine and those this process may use, by affinity and groups and whatever its quota.</summary>
public static class ProcessorTopology
{
    /// <summary>
    /// The processors this process may run on, in their order: sched_getaffinity on Linux, the process's groups and mask
    /// on Windows. Empty when the system does not tell.
    /// </summary>
    public static IReadOnlyList<LogicalProcessor> Allowed() =>
        OperatingSystem.IsWindows() ? WindowsProcessorReader.Allowed()
        : OperatingSystem.IsLinux() ? LinuxAffinity.Allowed()
        : [];

    /// <summary>How many processors are online in the machine, over all groups; null when the system does not tell.</summary>
    public static int? Online() =>
        OperatingSystem.IsWindows() ? WindowsProcessorReader.Online()
        : OperatingSystem.IsLinux() ? CpuListParser.Count(SystemFile.TryRead("/sys/devices/system/cpu/online"))
        : null;
}
