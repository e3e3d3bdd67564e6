using System.Globalization;
using TimerProbe.Guest.Inspection.Readings;
using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Publishing;

/// <summary>Which start of the operating system this is.</summary>
public static class BootId
{
    /// <summary>Linux' random id, or the number that Windows' loader counts; null when it is not told.</summary>
    public static string? Read() => OperatingSystem.IsWindows()
        ? KuserSharedDataReader.Read() is { BootId: > 0 and var count } ? count.ToString(CultureInfo.InvariantCulture) : null
        : SystemFile.TryRead("/proc/sys/kernel/random/boot_id");
}
