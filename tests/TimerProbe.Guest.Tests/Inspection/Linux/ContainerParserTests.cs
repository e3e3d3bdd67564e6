namespace TimerProbe.Guest.Tests.Inspection.Linux;

public class ContainerParserTests
{
    private static readonly ContainerMarkers Inside = new(["ipc:[4026532200]", "uts:[4026532199]", "pid:[4026532201]"], null, null, false, false, "0::/\n", "");

    private static readonly string[] First = ["ipc:[4026531839]", "uts:[4026531838]", "pid:[4026531836]"];

    [Fact]
    public void Traces_count_in_a_namespace_of_its_own_or_where_none_is_told_and_not_on_a_machine_made_from_an_image()
    {
        Assert.Null((Inside with { Namespaces = First, HasDockerEnv = true }).Kind());
        Assert.Equal("docker", (Inside with { Namespaces = [.. First[..2], "pid:[4026532201]"], HasDockerEnv = true }).Kind());
        Assert.Equal("docker", (Inside with { Namespaces = [], HasDockerEnv = true }).Kind());
        Assert.Null(Inside.Kind());
    }

    [Fact]
    public void A_node_is_not_in_the_pods_it_runs() => Assert.Null((Inside with
    {
        Mountinfo = "88 27 0:55 / /var/lib/kubelet/pods/1b2c/volumes/kubernetes.io~projected/token rw - tmpfs tmpfs rw",
    }).Kind());

    [Theory]
    [InlineData("4:cpu,cpuacct:/docker/3f2a9c\n", "docker")]
    [InlineData("0::/system.slice/docker-3f2a9c.scope\n", "docker")]
    [InlineData("4:cpu:/kubepods/burstable/pod1b2c/3f2a\n", "kubernetes")]
    [InlineData("0::/kubepods.slice/kubepods-burstable.slice/cri-containerd-3f2a.scope\n", "kubernetes")]
    [InlineData("0::/machine.slice/libpod-3f2a.scope\n", "podman")]
    [InlineData("0::/lxc.payload.web01/system.slice\n", "lxc")]
    [InlineData("4:cpu:/lxc/web01\n", "lxc")]
    [InlineData("0::/machine.slice/systemd-nspawn@web01.service/payload\n", "systemd-nspawn")]
    [InlineData("0::/system.slice/cri-containerd-3f2a.scope\n", "containerd")]
    public void Control_groups_name_the_engine(string cgroup, string kind) => Assert.Equal(kind, (Inside with { Cgroup = cgroup }).Kind());

    [Fact]
    public void The_surer_trace_counts()
    {
        var all = Inside with
        {
            Cgroup = "4:cpu:/lxc/web01\n",
            Manager = " systemd-nspawn\n",
            Variable = "oci",
            HasContainerEnv = true,
            Mountinfo = Mounted("/var/lib/kubelet/pods/1b2c/etc-hosts"),
            HasDockerEnv = true,
        };
        ContainerMarkers[] fewer =
        [
            all, all with { Cgroup = "0::/\n" }, all with { Cgroup = null, Manager = " \n" }, all with { Cgroup = null, Manager = null, Variable = "" },
            all with { Cgroup = null, Manager = null, Variable = null, HasContainerEnv = false },
            all with { Cgroup = null, Manager = null, Variable = null, HasContainerEnv = false, Mountinfo = null },
        ];
        Assert.Equal(["lxc", "systemd-nspawn", "oci", "podman", "kubernetes", "docker"], fewer.Select(markers => markers.Kind()));
    }

    [Theory]
    [InlineData("/var/lib/kubelet/pods/1b2c/etc-hosts", "kubernetes")]
    [InlineData("/var/lib/containers/storage/overlay-containers/3f2a/userdata/hosts", "podman")]
    [InlineData("/var/lib/docker/containers/3f2a/hosts", "docker")]
    [InlineData("/etc/hosts", null)]
    public void Behind_a_namespace_of_control_groups_the_mounts_tell(string root, string? kind) =>
        Assert.Equal(kind, (Inside with { Mountinfo = Mounted(root) }).Kind());

    [Fact]
    public void No_text_makes_it_throw() => Garbage.NeverThrows(
        "2231 2170 254:1 /var/lib/kubelet/pods/1b2c/etc-hosts /etc/hosts rw - ext4 /dev/vda1 rw",
        text => (Inside with { Cgroup = text, Mountinfo = text, Manager = text, Namespaces = [text] }).Kind());

    private static string Mounted(string root) => $"30 1 0:26 / / rw - overlay overlay rw\n2231 2170 254:1 {root} /etc/hosts rw,relatime - ext4 /dev/vda1 rw\n";
}
