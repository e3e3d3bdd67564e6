using System.Globalization;
using TimerProbe.Guest.Inspection.Readings;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Publishing;

/// <summary>Tells one start of the operating system from another.</summary>
public static class BootId
{
    /// <summary>Linux' random id, or the number that Windows' loader counts; null when the system gives none.</summary>
    public static string? Read() => OperatingSystem.IsWindows()
        ? KuserSharedDataReader.Read() is { BootId: > 0 and var count } ? count.ToString(CultureInfo.InvariantCulture) : null
        : SystemFile.TryRead("/proc/sys/kernel/random/boot_id");
}
