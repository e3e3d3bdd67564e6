namespace TimerProbe.Guest.Inspection;

/// <summary>The control groups that limit this process's processors.</summary>
internal sealed record CpuControlGroups(bool IsVersion2, IReadOnlyList<string> Folders)
{
    /// <summary>The groups of this process; null when there are none.</summary>
    public static CpuControlGroups? Read() => Parse(SystemFile.TryRead("/proc/self/cgroup"), SystemFile.TryRead("/proc/self/mountinfo"));

    /// <summary>
    /// The groups by the texts of /proc/self/cgroup and /proc/self/mountinfo; null when there are none: cgroups(7),
    /// proc_pid_cgroup(5) and proc_pid_mountinfo(5).
    /// </summary>
    public static CpuControlGroups? Parse(string? cgroup, string? mountinfo)
    {
        var mounts = (mountinfo ?? "").Split('\n').Select(Mount.Parse).OfType<Mount>().ToList();
        var memberships = (cgroup ?? "").Split('\n').Select(line => line.Trim().Split(':', 3)).Where(parts => parts.Length == 3).ToList();
        var version1 = mounts.Find(mount => mount.Type is "cgroup" && HasCpu(mount.Options));
        var version2 = mounts.Find(mount => mount.Type is "cgroup2");
        return Find(memberships.Find(parts => HasCpu(parts[1])), version1, isVersion2: false)
            ?? Find(memberships.Find(parts => parts is ["0", "", _]), version2, isVersion2: true);
    }

    /// <summary>The tightest quota, in processors' worth of time: it holds, wherever in the tree it is; null without one.</summary>
    public double? Quota() => Folders.Select(Quota).Min();

    /// <summary>How long each group stood still so far, in ms, in the order of the folders.</summary>
    public IReadOnlyList<double?> ThrottledMs() =>
        [.. Folders.Select(folder => CpuPressureParser.ThrottledMs(SystemFile.TryRead(folder + "/cpu.stat")))];

    private double? Quota(string folder) => IsVersion2
        ? CpuPressureParser.QuotaVersion2(SystemFile.TryRead(folder + "/cpu.max"))
        : CpuPressureParser.QuotaVersion1(
            SystemFile.TryRead(folder + "/cpu.cfs_quota_us"), SystemFile.TryRead(folder + "/cpu.cfs_period_us"));

    private static CpuControlGroups? Find(string[]? membership, Mount? mount, bool isVersion2) =>
        membership is null || mount is null ? null : new CpuControlGroups(isVersion2, [.. GetFolders(mount, membership[2])]);

    private static bool HasCpu(string controllers) => controllers.Split(',').Contains("cpu");

    private static IEnumerable<string> GetFolders(Mount mount, string path)
    {
        for (var below = Below(mount.Root, path); below.Length > 0; below = below[..below.LastIndexOf('/')])
        {
            yield return mount.Point + below;
        }

        yield return mount.Point;
    }

    // A container often sees its own group as the mount's root, while the path is of the host's tree: then the root is the group.
    private static string Below(string root, string path)
    {
        var prefix = root.TrimEnd('/');
        var isBelow = path.StartsWith(prefix + "/", StringComparison.Ordinal) && !path.Split('/').Contains("..");
        return isBelow ? path[prefix.Length..].TrimEnd('/') : "";
    }

    private sealed record Mount(string Root, string Point, string Type, string Options)
    {
        public static Mount? Parse(string line) => line.Split(" - ") is [var mount, var fileSystem]
            && mount.Split(' ') is [_, _, _, var root, var point, ..]
            && fileSystem.TrimEnd().Split(' ') is [var type, _, var options]
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
