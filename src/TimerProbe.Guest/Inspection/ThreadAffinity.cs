using System.Diagnostics.CodeAnalysis;
using TimerProbe.Guest.Inspection.Linux;
using TimerProbe.Guest.Inspection.Readings;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Inspection;

/// <summary>Ties a thread to one processor for a while. The process's own affinity is never touched.</summary>
public static class ThreadAffinity
{
    /// <summary>Moves the calling thread to a processor and keeps it there.</summary>
    /// <param name="processor">Where to.</param>
    /// <param name="restore">Gives the thread its former processors back; dispose it on the same thread.</param>
    /// <param name="why">A sentence for a person; null when the thread was moved.</param>
    /// <returns>Whether the thread runs there now. It may not: a container or an administrator can forbid a processor.</returns>
    public static bool TryPin(
        LogicalProcessor processor,
        [NotNullWhen(true)] out IDisposable? restore,
        [NotNullWhen(false)] out string? why)
    {
        (restore, why) = OperatingSystem.IsWindows() ? WindowsThreadAffinity.Pin(processor)
            : OperatingSystem.IsLinux() ? LinuxAffinity.Pin(processor)
            : Reading.Missing<IDisposable>("threads cannot be tied to processors on this system");
        return restore is not null;
    }
}
