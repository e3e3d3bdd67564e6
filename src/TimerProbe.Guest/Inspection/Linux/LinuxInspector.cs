using System.Globalization;
using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Linux;

internal static class LinuxInspector
{
    public static MachineFacts AddQuick(MachineFacts facts, UnavailableFacts unavailable)
    {
        var linux = ClocksourceReader.Read(unavailable) with { Container = ContainerParser.Kind(ContainerReader.Read()) };
        return DmiReader.Add(facts, unavailable) with
        {
            Os = Os(),
            Linux = linux,
            Hypervisor = HypervisorTypeParser.Add(facts.Hypervisor, SystemFile.TryRead("/sys/hypervisor/type")),
        };
    }

    public static MachineFacts AddSlow(MachineFacts facts, UnavailableFacts unavailable, Reading<string> kernelLog)
    {
        if (facts.Linux is not { } linux)
        {
            return facts;
        }

        var log = kernelLog.Then(text => Reading.From(KernelLogParser.Parse(text)));
        return facts with
        {
            Linux = linux with
            {
                KernelTscHz = unavailable.Note("kernelTscHz", log.Then(KernelTsc)),
                TscUnstable = linux.TscUnstable ?? unavailable.Note("tscUnstable", log.Then(TscUnstable)),
            },
        };
    }

    private static Reading<Frequency?> KernelTsc(KernelLogFacts log) => log switch
    {
        { TscHz: { } reported } => Reading.From<Frequency?>(reported),
        { ReachesStart: true } => Reading.Missing<Frequency?>("the kernel's messages name no TSC frequency"),
        _ => Reading.Missing<Frequency?>("the kernel's first messages are no longer in its log"),
    };

    private static Reading<bool?> TscUnstable(KernelLogFacts log) => log is { TscUnstable: false, ReachesStart: false }
        ? Reading.Missing<bool?>("the TSC is not among the clock sources, and the kernel's first messages are no longer in its log")
        : Reading.From<bool?>(log.TscUnstable);

    private static string Os()
    {
        var name = OsReleaseParser.Name(SystemFile.TryRead("/etc/os-release") ?? SystemFile.TryRead("/usr/lib/os-release")) ?? "Linux";
        return SystemFile.TryRead("/proc/sys/kernel/osrelease") is { } kernel ? $"{name} (Linux {kernel})" : name;
    }
}

/// <summary>
/// Understands <c>/sys/hypervisor/type</c>, where a kernel that runs on Xen says so. In a paravirtualized guest nothing else does: CPUID is
/// the processor's own, or that of a hypervisor beneath Xen, and there is no SMBIOS table.
/// </summary>
internal static class HypervisorTypeParser
{
    /// <summary>The facts with what the file says; unchanged where it says nothing, or names what CPUID names.</summary>
    /// <param name="cpuid">What CPUID tells.</param>
    /// <param name="type">The file's text; null when it is not there.</param>
    public static HypervisorFacts Add(HypervisorFacts cpuid, string? type) =>
        type?.Trim() is "xen" ? cpuid with { Present = true, Name = "Xen" } : cpuid;
}

internal static class ClocksourceReader
{
    private const string Folder = "/sys/devices/system/clocksource/clocksource0/";

    public static LinuxFacts Read(UnavailableFacts unavailable)
    {
        string[] available = [.. (unavailable.Note("availableClocksources", SystemFile.Read(Folder + "available_clocksource")) ?? "")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)];
        return new LinuxFacts
        {
            Clocksource = unavailable.Note("clocksource", SystemFile.Read(Folder + "current_clocksource")),
            AvailableClocksources = available,
            Vdso = Libc.GetAuxVal(Libc.SysinfoEhdr) != 0,

            // An unstable clock source is not offered. One that is not offered may also never have been there: the kernel's log knows.
            TscUnstable = available.Contains("tsc") ? false : null,
        };
    }
}

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

internal static class DmiReader
{
    private const string Folder = "/sys/class/dmi/id";

    public static MachineFacts Add(MachineFacts facts, UnavailableFacts unavailable) => facts with
    {
        SmbiosUuid = unavailable.Note("smbiosUuid", Uuid(Read("product_uuid", $"only root may read {Folder}/product_uuid"))),
        SmbiosManufacturer = unavailable.Note("smbiosManufacturer", Read("sys_vendor")),
        SmbiosProduct = unavailable.Note("smbiosProduct", Read("product_name")),
    };

    private static Reading<string> Read(string name, string? whyRefused = null)
    {
        if (!Directory.Exists(Folder))
        {
            return Reading.Missing<string>("this machine shows no SMBIOS table");
        }

        var reading = SystemFile.Read(Path.Combine(Folder, name));
        return reading switch
        {
            { Value: "" } => Reading.Missing<string>("the firmware leaves it empty"),
            { Value: null } when whyRefused is not null && File.Exists(Path.Combine(Folder, name)) => Reading.Missing<string>(whyRefused),
            _ => reading,
        };
    }

    private static Reading<string> Uuid(Reading<string> reported) =>
        reported.Value is not { } text ? reported
        : GuestUuid.Normal(text) is { } uuid ? Reading.From(uuid)
        : Reading.Missing<string>("the firmware leaves it unset");
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
/// <param name="TscUnstable">Whether it marked the TSC unstable.</param>
/// <param name="ReachesStart">Whether the log still holds the kernel's first messages.</param>
internal sealed record KernelLogFacts(Frequency? TscHz, bool TscUnstable, bool ReachesStart);

/// <summary>Understands the kernel's messages of arch/x86/kernel/tsc.c, cpu/vmware.c and kernel/time/clocksource.c.</summary>
internal static class KernelLogParser
{
    private static readonly string[] UnstableMarks =
        ["Marking clocksource 'tsc' as unstable", "Marking TSC unstable", "Clocksource tsc unstable"];

    /// <summary>Reads the log's text. What was refined counts before what was told, and that before what was detected.</summary>
    public static KernelLogFacts Parse(string log) => new(
        Megahertz(log, "Refined TSC clocksource calibration: ", " MHz")
            ?? Megahertz(log, "TSC freq read from hypervisor : ", " MHz")
            ?? Megahertz(log, "Detected ", " MHz TSC")
            ?? Megahertz(log, "Detected ", " MHz processor"),
        UnstableMarks.Any(mark => log.Contains(mark, StringComparison.Ordinal)),
        log.Contains("Linux version ", StringComparison.Ordinal));

    private static Frequency? Megahertz(string log, string before, string after)
    {
        for (var at = log.IndexOf(before, StringComparison.Ordinal); at >= 0; at = log.IndexOf(before, at + 1, StringComparison.Ordinal))
        {
            var rest = log.AsSpan(at + before.Length);
            var figure = rest[..LengthOfFigure(rest)];
            if (rest[figure.Length..].StartsWith(after) &&
                double.TryParse(figure, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var megahertz) &&
                megahertz is >= 1 and <= 20_000)
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
