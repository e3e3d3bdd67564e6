using System.Globalization;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Reads how long the threads of this process waited for a processor.</summary>
internal static class ThreadWaitReader
{
    /// <summary>The calling thread's number: the link /proc/thread-self points at PID/task/TID.</summary>
    public static int? CallingThread() => Number(new FileInfo("/proc/thread-self").LinkTarget);

    /// <summary>The time waited so far, in ms, by thread number. Threads that end meanwhile are left out.</summary>
    public static IReadOnlyDictionary<int, double> WaitedMs()
    {
        var waited = new Dictionary<int, double>();
        foreach (var folder in Directory.EnumerateDirectories("/proc/self/task"))
        {
            if (Number(folder) is { } thread && SchedstatParser.WaitedMs(SystemFile.TryRead(folder + "/schedstat")) is { } time)
            {
                waited[thread] = time;
            }
        }

        return waited;
    }

    private static int? Number(string? path) =>
        int.TryParse(Path.GetFileName(path), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}

/// <summary>Understands /proc/PID/schedstat: time on a processor (ns), time waited for one (ns), turns.</summary>
internal static class SchedstatParser
{
    /// <summary>Time a thread was ready to run and waited, in ms since it began; null when the kernel does not count it.</summary>
    public static double? WaitedMs(string? text) =>
        (text ?? "").Split(' ') is [_, var waited, _] &&
        ulong.TryParse(waited, NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds)
            ? nanoseconds / 1e6
            : null;
}
