using System.Diagnostics.CodeAnalysis;

namespace TimerProbe.Guest.Inspection;

/// <summary>The processors of this machine and those this process may use, by affinity and groups and whatever its quota.</summary>
public static class ProcessorTopology
{
    public static IReadOnlyList<LogicalProcessor> Allowed() =>
        OperatingSystem.IsWindows() ? WindowsAffinity.Allowed()
        : OperatingSystem.IsLinux() ? LinuxAffinity.Allowed()
        : [];

    /// <summary>The processors online in the machine, over all groups; null when the system does not say.</summary>
    public static int? Online() =>
        OperatingSystem.IsWindows() ? WindowsAffinity.Online()
        : OperatingSystem.IsLinux() ? LinuxTextParser.CpuCount(SystemFile.TryRead("/sys/devices/system/cpu/online"))
        : null;

    /// <summary>Moves the calling thread to a processor and keeps it there; the process's own affinity is never touched.</summary>
    /// <param name="why">A sentence for a person; null when the thread was moved.</param>
    public static bool TryPin(
        LogicalProcessor processor, [NotNullWhen(true)] out IDisposable? restore, [NotNullWhen(false)] out string? why)
    {
        (var undo, why) = OperatingSystem.IsWindows() ? WindowsAffinity.Pin(processor)
            : OperatingSystem.IsLinux() ? LinuxAffinity.Pin(processor)
            : Reading.Missing<Action>("threads cannot be tied to processors on this system");
        restore = undo is null ? null : new Restore(undo);
        return restore is not null;
    }

    private sealed class Restore(Action undo) : IDisposable
    {
        public void Dispose() => undo();
    }
}
