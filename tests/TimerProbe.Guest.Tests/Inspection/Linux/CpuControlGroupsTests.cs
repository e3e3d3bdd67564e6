namespace TimerProbe.Guest.Tests.Inspection.Linux;

public sealed class CpuControlGroupsTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("timerprobe-cgroup-").FullName;

    public void Dispose() => Directory.Delete(_root, recursive: true);

    [Fact]
    public void The_tightest_quota_on_the_way_up_counts()
    {
        Write("kubepods/pod1/box", ("cpu.max", "max 100000"), ("cpu.stat", "usage_usec 1\nthrottled_usec 0"));
        Write("kubepods/pod1", ("cpu.max", "50000 100000"), ("cpu.stat", "nr_periods 10\nnr_throttled 3\nthrottled_usec 120500"));
        Write("kubepods", ("cpu.max", "400000 100000"));
        var groups = CpuControlGroups.Parse("0::/kubepods/pod1/box", $"1 1 0:1 / {_root} rw - cgroup2 cgroup2 rw")!;
        Assert.Equal(0.5, groups.Quota());
        Assert.Equal([0, 120.5, null, null], groups.ThrottledMs());
    }

    [Fact]
    public void Version_1_keeps_quota_and_period_apart()
    {
        Write("docker/box", ("cpu.cfs_quota_us", "150000"), ("cpu.cfs_period_us", "100000"), ("cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_time 7500000"));
        Write("docker", ("cpu.cfs_quota_us", "-1"), ("cpu.cfs_period_us", "100000"));
        var groups = CpuControlGroups.Parse("4:cpu,cpuacct:/docker/box", $"1 1 0:1 / {_root} rw - cgroup cgroup rw,cpu,cpuacct")!;
        Assert.Equal(1.5, groups.Quota());
        Assert.Equal([7.5, null, null], groups.ThrottledMs());
    }

    [Fact]
    public void The_groups_of_this_process_exist() =>
        Assert.All(CpuControlGroups.Read()?.Folders ?? [], folder => Assert.True(Directory.Exists(folder), folder));

    private void Write(string group, params (string Name, string Text)[] files)
    {
        var folder = Directory.CreateDirectory(Path.Combine(_root, group)).FullName;
        foreach (var (name, text) in files)
        {
            File.WriteAllText(Path.Combine(folder, name), text + "\n");
        }
    }
}
