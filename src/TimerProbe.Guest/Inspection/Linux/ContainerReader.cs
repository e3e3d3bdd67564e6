using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>Collects the traces of a container around this process.</summary>
internal static class ContainerReader
{
    private static readonly string[] NamespaceKinds = ["ipc", "uts", "pid"];

    public static ContainerMarkers Read() => new(
        [.. NamespaceKinds.Select(Namespace).OfType<string>()],
        SystemFile.TryRead("/run/host/container-manager") ?? SystemFile.TryRead("/run/systemd/container"),
        Environment.GetEnvironmentVariable("container"),
        File.Exists("/run/.containerenv"),
        File.Exists("/.dockerenv"),
        SystemFile.TryRead("/proc/self/cgroup"),
        SystemFile.TryRead("/proc/self/mountinfo"));

    private static string? Namespace(string kind)
    {
        try
        {
            return new FileInfo("/proc/self/ns/" + kind).LinkTarget;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
