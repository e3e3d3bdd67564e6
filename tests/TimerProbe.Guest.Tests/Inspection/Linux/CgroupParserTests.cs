namespace TimerProbe.Guest.Tests.Inspection.Linux;

public class CgroupParserTests
{
    // Both hierarchies at once, each version 1 controller on a mount of its own: captured on a Firecracker guest.
    private const string SeparateMounts = """
        27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
        31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
        32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
        33 31 0:30 / /sys/fs/cgroup/cpuacct rw,relatime - cgroup cgroup rw,cpuacct
        34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
        41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
        """;

    private const string CombinedMounts = """
        26 23 0:23 / /sys/fs/cgroup/systemd rw,nosuid shared:9 - cgroup cgroup rw,xattr,name=systemd
        29 23 0:26 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid,nodev,noexec,relatime shared:11 - cgroup cgroup rw,cpu,cpuacct
        """;

    private const string Unified = "29 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot";

    [Fact]
    public void The_version_1_controller_counts_where_it_is_mounted()
    {
        var groups = CpuControlGroups.Parse("9:name=systemd:/\n4:memory:/jobs/7\n3:cpuset:/\n2:cpuacct:/\n1:cpu:/\n0::/\n", SeparateMounts);
        Assert.False(groups!.IsVersion2);
        Assert.Equal(["/sys/fs/cgroup/cpu"], groups.Folders);
    }

    [Fact]
    public void Combined_controllers_are_found_and_walked_up_to_the_root()
    {
        var groups = CpuControlGroups.Parse("4:cpu,cpuacct:/system.slice/mssql-server.service\n1:name=systemd:/system.slice", CombinedMounts);
        Assert.Equal(
            ["/sys/fs/cgroup/cpu,cpuacct/system.slice/mssql-server.service", "/sys/fs/cgroup/cpu,cpuacct/system.slice", "/sys/fs/cgroup/cpu,cpuacct"],
            groups!.Folders);
    }

    [Fact]
    public void Version_2_is_walked_up_to_the_root()
    {
        var groups = CpuControlGroups.Parse("0::/user.slice/user-1000.slice/session-3.scope\n", Unified);
        Assert.True(groups!.IsVersion2);
        Assert.Equal(
            ["/sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope", "/sys/fs/cgroup/user.slice/user-1000.slice", "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup"],
            groups.Folders);
    }

    [Fact]
    public void In_a_container_of_version_1_the_mounts_root_is_the_group()
    {
        const string Mount = "700 690 0:26 /docker/3f2a /sys/fs/cgroup/cpu,cpuacct ro,nosuid - cgroup cgroup rw,cpu,cpuacct";
        Assert.Equal(["/sys/fs/cgroup/cpu,cpuacct"], CpuControlGroups.Parse("4:cpu,cpuacct:/docker/3f2a", Mount)!.Folders);
        Assert.Equal(
            ["/sys/fs/cgroup/cpu,cpuacct/inner", "/sys/fs/cgroup/cpu,cpuacct"], CpuControlGroups.Parse("4:cpu,cpuacct:/docker/3f2a/inner", Mount)!.Folders);
    }

    [Theory]
    [InlineData("0::/../../other.slice")]
    [InlineData("0::/kubepods/elsewhere")]
    [InlineData("0::/dockerized")]
    public void A_path_outside_the_mount_means_the_mount_itself(string cgroup) =>
        Assert.Equal(["/sys/fs/cgroup"], CpuControlGroups.Parse(cgroup, "29 23 0:26 /docker /sys/fs/cgroup rw - cgroup2 cgroup2 rw")!.Folders);

    [Fact]
    public void A_path_that_leads_upward_means_the_mount_itself() => Assert.Equal(["/sys/fs/cgroup"], CpuControlGroups.Parse("0::/../other.slice", Unified)!.Folders);

    [Theory]
    [InlineData(@"\040", " ")]
    [InlineData(@"\011", "\t")]
    [InlineData(@"\012", "\n")]
    [InlineData(@"\134", @"\")]
    public void Some_characters_of_a_mount_point_come_escaped(string escaped, string character) =>
        Assert.Equal([$"/mnt/my{character}groups"], CpuControlGroups.Parse("0::/", $"29 23 0:26 / /mnt/my{escaped}groups rw - cgroup2 cgroup2 rw")!.Folders);

    [Fact]
    public void A_named_hierarchy_is_no_cpu_controller() => Assert.Null(CpuControlGroups.Parse("1:name=cpu:/", CombinedMounts));

    [Theory]
    [InlineData("", "")]
    [InlineData(null, null)]
    [InlineData("0::/", "")]
    public void Without_control_groups_there_are_none(string? cgroup, string? mountinfo) => Assert.Null(CpuControlGroups.Parse(cgroup, mountinfo));

    [Fact]
    public void No_text_makes_it_throw()
    {
        Garbage.NeverThrows("4:cpu,cpuacct:/system.slice/a", text => CpuControlGroups.Parse(text, CombinedMounts));
        Garbage.NeverThrows(CombinedMounts, text => CpuControlGroups.Parse("4:cpu,cpuacct:/system.slice/a", text));
    }
}
