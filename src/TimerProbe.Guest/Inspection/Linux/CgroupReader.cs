using System.Globalization;
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

/// <summary>Understands what a control group says of its CPU quota.</summary>
internal static class CpuQuotaParser
{
    /// <summary>Processors' worth of time by version 2's <c>cpu.max</c>, such as <c>150000 100000</c>; null without a quota.</summary>
    public static double? Version2(string? cpuMax) =>
        (cpuMax ?? "").Split(' ', StringSplitOptions.TrimEntries) is [var quota, var period] ? Version1(quota, period) : null;

    /// <summary>
    /// Processors' worth of time by version 1's <c>cpu.cfs_quota_us</c> and <c>cpu.cfs_period_us</c>; null without a quota (-1).
    /// </summary>
    public static double? Version1(string? quota, string? period) =>
        Number(quota) is { } allowed and > 0 && Number(period) is { } each and > 0 ? (double)allowed / each : null;

    /// <summary>
    /// Time a group stood still by its <c>cpu.stat</c>, in ms: version 2's throttled_usec or version 1's throttled_time, which
    /// is in ns; null when the text has neither.
    /// </summary>
    public static double? ThrottledMs(string? cpuStat)
    {
        foreach (var line in (cpuStat ?? "").Split('\n'))
        {
            switch (line.Split(' ', StringSplitOptions.TrimEntries))
            {
                case ["throttled_usec", var microseconds]:
                    return Number(microseconds) / 1e3;
                case ["throttled_time", var nanoseconds]:
                    return Number(nanoseconds) / 1e6;
            }
        }

        return null;
    }

    private static long? Number(string? text) =>
        long.TryParse(text?.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}

/// <summary>The control groups that limit this process's processors.</summary>
/// <param name="IsVersion2">Whether they lie in the unified hierarchy.</param>
/// <param name="Folders">Their folders, the process's own first and the highest visible one last.</param>
internal sealed record CpuControlGroups(bool IsVersion2, IReadOnlyList<string> Folders);

/// <summary>Finds a process's control groups: cgroups(7), proc_pid_cgroup(5) and proc_pid_mountinfo(5).</summary>
internal static class CgroupParser
{
    /// <summary>The groups by the texts of /proc/self/cgroup and /proc/self/mountinfo; null when there are none.</summary>
    public static CpuControlGroups? Parse(string? cgroup, string? mountinfo)
    {
        var mounts = (mountinfo ?? "").Split('\n').Select(Mount.Parse).OfType<Mount>().ToList();
        var memberships = (cgroup ?? "").Split('\n')
            .Select(line => line.Trim().Split(':', 3))
            .Where(parts => parts.Length == 3)
            .ToList();
        var version1 = mounts.Find(mount => mount.Type is "cgroup" && HasCpu(mount.Options));
        var version2 = mounts.Find(mount => mount.Type is "cgroup2");
        return Find(memberships.Find(parts => HasCpu(parts[1])), version1, isVersion2: false)
            ?? Find(memberships.Find(parts => parts is ["0", "", _]), version2, isVersion2: true);
    }

    private static CpuControlGroups? Find(string[]? membership, Mount? mount, bool isVersion2) =>
        membership is null || mount is null ? null : new CpuControlGroups(isVersion2, [.. Folders(mount, membership[2])]);

    private static bool HasCpu(string controllers) => controllers.Split(',').Contains("cpu");

    private static IEnumerable<string> Folders(Mount mount, string path)
    {
        for (var below = Below(mount.Root, path); below.Length > 0; below = below[..below.LastIndexOf('/')])
        {
            yield return mount.Point + below;
        }

        yield return mount.Point;
    }

    // A container often sees its own group as the mount's root, while the path tells of the host's tree: then the root is the group.
    private static string Below(string root, string path)
    {
        var prefix = root.TrimEnd('/');
        var isBelow = path.StartsWith(prefix + "/", StringComparison.Ordinal) && !path.Split('/').Contains("..");
        return isBelow ? path[prefix.Length..].TrimEnd('/') : "";
    }

    private sealed record Mount(string Root, string Point, string Type, string Options)
    {
        public static Mount? Parse(string line) =>
            line.Split(" - ") is [var mount, var fileSystem] &&
            mount.Split(' ') is [_, _, _, var root, var point, ..] &&
            fileSystem.TrimEnd().Split(' ') is [var type, _, var options]
                ? new Mount(Unescape(root), Unescape(point).TrimEnd('/'), type, options)
                : null;

        // The kernel escapes blank, tab, line feed and backslash (fs/proc_namespace.c).
        private static string Unescape(string path) => path
            .Replace(@"\040", " ", StringComparison.Ordinal)
            .Replace(@"\011", "\t", StringComparison.Ordinal)
            .Replace(@"\012", "\n", StringComparison.Ordinal)
            .Replace(@"\134", @"\", StringComparison.Ordinal);
    }
}
