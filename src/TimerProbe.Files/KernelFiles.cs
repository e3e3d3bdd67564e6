namespace TimerProbe.Files;

/// <summary>
/// Paths that the Linux kernel answers itself: what is read there may have no end, what is written there may be a command.
/// </summary>
public static class KernelFiles
{
    /// <summary>Whether a path without links lies there. Memory that serves as a disk is none of it.</summary>
    public static bool Holds(string path) => OperatingSystem.IsLinux() && !Begins(path, "/dev/shm/")
        && (Begins(path, "/proc/") || Begins(path, "/sys/") || Begins(path, "/dev/"));

    private static bool Begins(string path, string folder) => path.StartsWith(folder, StringComparison.Ordinal);
}
