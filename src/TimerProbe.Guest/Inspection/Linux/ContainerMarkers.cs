namespace TimerProbe.Guest.Inspection;

/// <summary>The traces container engines leave inside a container; null what is not there.</summary>
/// <param name="Namespaces">Where the links of /proc/self/ns point, such as <c>pid:[4026531836]</c>.</param>
internal sealed record ContainerMarkers(
    IReadOnlyList<string> Namespaces,
    string? Manager,
    string? Variable,
    bool HasContainerEnv,
    bool HasDockerEnv,
    string? Cgroup,
    string? Mountinfo)
{
    private static readonly string[] NamespaceKinds = ["ipc", "uts", "pid"];

    // include/linux/proc_ns.h: the numbers of the first IPC, UTS and PID namespaces are fixed.
    private static readonly string[] FirstNamespaces = ["ipc:[4026531839]", "uts:[4026531838]", "pid:[4026531836]"];

    private static readonly (string Trace, string Kind)[] Traces =
    [
        ("/kubepods", "kubernetes"),
        ("/kubelet/pods/", "kubernetes"),
        ("/libpod", "podman"),
        ("/containers/storage/", "podman"),
        ("/docker/", "docker"),
        ("/docker-", "docker"),
        ("/lxc/", "lxc"),
        ("/lxc.payload", "lxc"),
        ("/machine.slice/systemd-nspawn", "systemd-nspawn"),
        ("/cri-containerd", "containerd"),
    ];

    public static ContainerMarkers Read() => new(
        [.. NamespaceKinds.Select(Namespace).OfType<string>()],
        SystemFile.TryRead("/run/host/container-manager") ?? SystemFile.TryRead("/run/systemd/container"),
        Environment.GetEnvironmentVariable("container"),
        File.Exists("/run/.containerenv"),
        File.Exists("/.dockerenv"),
        SystemFile.TryRead("/proc/self/cgroup"),
        SystemFile.TryRead("/proc/self/mountinfo"));

    /// <summary>The kind of container; null outside one.</summary>
    public string? Kind()
    {
        // A machine whose disk was made from a container's image keeps the image's traces, but is in no namespace of its own.
        if (FirstNamespaces.All(first => Namespaces.Contains(first)))
        {
            return null;
        }

        return ByTraces(Cgroup)
            ?? Named(Manager)
            ?? Named(Variable)
            ?? (HasContainerEnv ? "podman" : null)
            ?? ByTraces(MountedRoots(Mountinfo))
            ?? (HasDockerEnv ? "docker" : null);
    }

    private static string? Namespace(string kind)
    {
        try
        {
            return new FileInfo("/proc/self/ns/" + kind).LinkTarget;
        }
        catch (Exception ex) when (ex is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? Named(string? text) => string.IsNullOrWhiteSpace(text) ? null : text.Trim();

    private static string? ByTraces(string? text) =>
        text is null ? null : Array.Find(Traces, trace => text.Contains(trace.Trace, StringComparison.Ordinal)).Kind;

    // Only what is mounted is of this process's own container; where it is mounted would also name others on a node.
    private static string MountedRoots(string? mountinfo) =>
        string.Join('\n', (mountinfo ?? "").Split('\n').Select(line => line.Split(' ').ElementAtOrDefault(3)));
}
