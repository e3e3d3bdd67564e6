using System.Globalization;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Reads quota and throttling of this process's control groups, its own and all above it.</summary>
internal static class CgroupReader
{
    public static CpuControlGroups? Groups() =>
        CgroupParser.Parse(SystemFile.TryRead("/proc/self/cgroup"), SystemFile.TryRead("/proc/self/mountinfo"));

    /// <summary>The tightest quota, in processors' worth of time: it holds, wherever in the tree it stands; null without one.</summary>
    public static double? Quota(CpuControlGroups? groups) => groups?.Folders.Select(folder => Quota(folder, groups.IsVersion2)).Min();

    /// <summary>How long each group stood still so far, in ms, in the order of the folders.</summary>
    public static IReadOnlyList<double?> ThrottledMs(CpuControlGroups? groups) =>
        [.. (groups?.Folders ?? []).Select(folder => CpuQuotaParser.ThrottledMs(SystemFile.TryRead(folder + "/cpu.stat")))];

    private static double? Quota(string folder, bool isVersion2) => isVersion2
        ? CpuQuotaParser.Version2(SystemFile.TryRead(folder + "/cpu.max"))
        : CpuQuotaParser.Version1(SystemFile.TryRead(folder + "/cpu.cfs_quota_us"), SystemFile.TryRead(folder + "/cpu.cfs_period_us"));
}

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
