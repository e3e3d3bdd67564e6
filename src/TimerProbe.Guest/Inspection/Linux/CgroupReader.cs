using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Reads quota and throttling of this process's control groups, its own and all above it.</summary>
internal static class CgroupReader
{
    public static CpuControlGroups? Groups() =>
        CgroupParser.Parse(SystemFile.TryRead("/proc/self/cgroup"), SystemFile.TryRead("/proc/self/mountinfo"));

    /// <summary>The tightest quota, in processors' worth of time: it holds, wherever in the tree it stands; null without one.</summary>
    public static double? Quota(CpuControlGroups? groups)
    {
        double? tightest = null;
        foreach (var folder in groups?.Folders ?? [])
        {
            tightest = Quota(folder, groups!.IsVersion2) is { } quota && !(quota >= tightest) ? quota : tightest;
        }

        return tightest;
    }

    /// <summary>How long each group stood still so far, in ms, in the order of the folders.</summary>
    public static IReadOnlyList<double?> ThrottledMs(CpuControlGroups? groups)
    {
        var throttled = new List<double?>();
        foreach (var folder in groups?.Folders ?? [])
        {
            throttled.Add(CpuQuotaParser.ThrottledMs(SystemFile.TryRead(folder + "/cpu.stat")));
        }

        return throttled;
    }

    private static double? Quota(string folder, bool isVersion2) => isVersion2
        ? CpuQuotaParser.Version2(SystemFile.TryRead(folder + "/cpu.max"))
        : CpuQuotaParser.Version1(SystemFile.TryRead(folder + "/cpu.cfs_quota_us"), SystemFile.TryRead(folder + "/cpu.cfs_period_us"));
}
