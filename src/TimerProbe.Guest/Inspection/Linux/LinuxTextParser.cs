using System.Globalization;
using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>
/// Understands <c>/sys/hypervisor/type</c>, where a kernel that runs on Xen says so. In a paravirtualized guest nothing else does: CPUID is
/// the processor's own, or that of a hypervisor beneath Xen, and there is no SMBIOS table.
/// </summary>
internal static class HypervisorTypeParser
{
    public static HypervisorFacts Add(HypervisorFacts cpuid, string? type) =>
        type?.Trim() is "xen" ? cpuid with { Present = true, Name = "Xen" } : cpuid;
}

/// <summary>Understands os-release(5): shell-like assignments, quoted or not.</summary>
internal static class OsReleaseParser
{
    /// <summary>The name people know the distribution by; null when the text has none.</summary>
    public static string? Name(string? text) => Value(text, "PRETTY_NAME") ?? Value(text, "NAME");

    private static string? Value(string? text, string key)
    {
        var assignment = (text ?? "").Split('\n')
            .Select(line => line.Trim())
            .LastOrDefault(line => line.StartsWith(key + "=", StringComparison.Ordinal));
        var value = assignment is null ? "" : Unquote(assignment[(key.Length + 1)..]).Trim();
        return value.Length == 0 ? null : value;
    }

    private static string Unquote(string quoted)
    {
        var text = new StringBuilder();
        var quote = '\0';
        for (var i = 0; i < quoted.Length; i++)
        {
            var letter = quoted[i];
            if (letter == '\\' && quote != '\'' && i + 1 < quoted.Length)
            {
                text.Append(quoted[++i]);
            }
            else if (letter == quote)
            {
                quote = '\0';
            }
            else if (quote == '\0' && letter is '"' or '\'')
            {
                quote = letter;
            }
            else
            {
                text.Append(letter);
            }
        }

        return text.ToString();
    }
}

/// <summary>What the kernel said of the TSC since it started.</summary>
/// <param name="TscHz">The rate it counts with.</param>
/// <param name="UnstableReason">Why it marked the TSC unstable, in its words; null where it did not.</param>
/// <param name="ReachesStart">The log still holds the kernel's first messages.</param>
internal sealed record KernelLogFacts(Frequency? TscHz, string? UnstableReason, bool ReachesStart)
{
    /// <summary>The kernel marked the TSC unstable.</summary>
    public bool TscUnstable => UnstableReason is not null;
}

/// <summary>
/// Understands the kernel's messages of arch/x86/kernel/tsc.c, tsc_sync.c, cpu/vmware.c and kernel/time/clocksource.c.
/// </summary>
internal static class KernelLogParser
{
    private const int LongestReason = 200;

    /// <summary>What the kernel says when it gives the TSC up. What it measured comes before what it did about it.</summary>
    private static readonly string[] UnstableMarks =
        ["Marking clocksource 'tsc' as unstable", "Marking TSC unstable", "Clocksource tsc unstable"];

    /// <summary>A refined rate counts before one that the hypervisor gave, and that before a detected one.</summary>
    public static KernelLogFacts Parse(string log) => new(
        Megahertz(log, "Refined TSC clocksource calibration: ", " MHz")
            ?? Megahertz(log, "TSC freq read from hypervisor : ", " MHz")
            ?? Megahertz(log, "Detected ", " MHz TSC")
            ?? Megahertz(log, "Detected ", " MHz processor"),
        Reason(log),
        log.Contains("Linux version ", StringComparison.Ordinal));

    private static string? Reason(string log) =>
        UnstableMarks.Select(mark => From(log, mark)).FirstOrDefault(line => line is not null) is { } said
            ? From(log, "Measured ", containing: "TSC warp") ?? said
            : From(log, "Measured ", containing: "turning off TSC");

    private static string? From(string log, string mark, string containing = "")
    {
        for (var at = log.IndexOf(mark, StringComparison.Ordinal); at >= 0; at = log.IndexOf(mark, at + 1, StringComparison.Ordinal))
        {
            var end = log.IndexOf('\n', at);
            var line = end < 0 ? log[at..] : log[at..end];
            if (line.Contains(containing, StringComparison.Ordinal))
            {
                return line[..Math.Min(line.Length, LongestReason)].TrimEnd(' ', '\r', ':', '.');
            }
        }

        return null;
    }

    private static Frequency? Megahertz(string log, string before, string after)
    {
        for (var at = log.IndexOf(before, StringComparison.Ordinal); at >= 0; at = log.IndexOf(before, at + 1, StringComparison.Ordinal))
        {
            var rest = log.AsSpan(at + before.Length);
            var figure = rest[..LengthOfFigure(rest)];
            if (rest[figure.Length..].StartsWith(after)
                && double.TryParse(figure, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var megahertz)
                && megahertz is >= 1 and <= 20_000)
            {
                return Frequency.FromMegahertz(megahertz);
            }
        }

        return null;
    }

    private static int LengthOfFigure(ReadOnlySpan<char> text)
    {
        var length = 0;
        while (length < text.Length && (char.IsAsciiDigit(text[length]) || text[length] == '.'))
        {
            length++;
        }

        return length;
    }
}

/// <summary>Understands the kernel's command line: the options that choose or forbid a clock (admin-guide/kernel-parameters).</summary>
internal static class ClockOptionParser
{
    private static readonly string[] Words = ["notsc", "nohpet", "no-kvmclock", "no-kvmclock-vsyscall"];
    private static readonly string[] Keys = ["tsc=", "clocksource=", "hpet=", "vdso="];

    /// <summary>The options in their order, each once.</summary>
    public static IReadOnlyList<string> Parse(string? commandLine) =>
    [
        .. (commandLine ?? "").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)
            .Where(option => Words.Contains(option) || Keys.Any(key => option.StartsWith(key, StringComparison.Ordinal)))
            .Distinct(StringComparer.Ordinal),
    ];
}

/// <summary>Understands lists of processors such as <c>0-3,8,10-11</c>.</summary>
internal static class CpuListParser
{
    /// <returns>Null when the text is no such list.</returns>
    public static int? Count(string? list)
    {
        var total = 0L;
        foreach (var range in (list ?? "").Split(',', StringSplitOptions.TrimEntries))
        {
            var ends = range.Split('-');
            if (ends.Length > 2 || Number(ends[0]) is not { } first || Number(ends[^1]) is not { } last || last < first)
            {
                return null;
            }

            total += last - first + 1L;
        }

        return total <= int.MaxValue ? (int)total : null;
    }

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}

/// <summary>The traces container engines leave inside a container; null what is not there.</summary>
/// <param name="Namespaces">Where the links of /proc/self/ns point, such as <c>pid:[4026531836]</c>.</param>
/// <param name="Manager">/run/host/container-manager or /run/systemd/container: the engine names itself.</param>
/// <param name="Variable">The variable <c>container</c> this process was started with.</param>
/// <param name="HasContainerEnv">/run/.containerenv exists: Podman.</param>
/// <param name="HasDockerEnv">/.dockerenv exists.</param>
/// <param name="Cgroup">The text of /proc/self/cgroup.</param>
/// <param name="Mountinfo">The text of /proc/self/mountinfo.</param>
internal sealed record ContainerMarkers(
    IReadOnlyList<string> Namespaces,
    string? Manager,
    string? Variable,
    bool HasContainerEnv,
    bool HasDockerEnv,
    string? Cgroup,
    string? Mountinfo);

internal static class ContainerParser
{
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

    /// <summary>The kind of container; null outside one.</summary>
    public static string? Kind(ContainerMarkers markers)
    {
        // A machine whose disk was made from a container's image keeps the image's traces, but is in no namespace of its own.
        if (FirstNamespaces.All(first => markers.Namespaces.Contains(first, StringComparer.Ordinal)))
        {
            return null;
        }

        return ByTraces(markers.Cgroup)
            ?? Named(markers.Manager)
            ?? Named(markers.Variable)
            ?? (markers.HasContainerEnv ? "podman" : null)
            ?? ByTraces(MountedRoots(markers.Mountinfo))
            ?? (markers.HasDockerEnv ? "docker" : null);
    }

    private static string? Named(string? text) => string.IsNullOrWhiteSpace(text) ? null : text.Trim();

    private static string? ByTraces(string? text) =>
        text is null ? null : Array.Find(Traces, trace => text.Contains(trace.Trace, StringComparison.Ordinal)).Kind;

    // Only what is mounted is of this process's own container; where it is mounted would also name others on a node.
    private static string MountedRoots(string? mountinfo) =>
        string.Join('\n', (mountinfo ?? "").Split('\n').Select(line => line.Split(' ').ElementAtOrDefault(3)));
}
