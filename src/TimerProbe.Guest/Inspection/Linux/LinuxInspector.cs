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
                UnstableReason = linux.TscUnstable == false
                    ? null
                    : unavailable.Note("unstableReason", log.Then(each => Reading.From(each.UnstableReason))),
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

internal static class ClocksourceReader
{
    private const string Folder = "/sys/devices/system/clocksource/clocksource0/";

    public static LinuxFacts Read(UnavailableFacts unavailable)
    {
        var offered = unavailable.Note("availableClocksources", SystemFile.Read(Folder + "available_clocksource")) ?? "";
        var available = offered.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return new LinuxFacts
        {
            Clocksource = unavailable.Note("clocksource", SystemFile.Read(Folder + "current_clocksource")),
            AvailableClocksources = available,
            ClockOptions = ClockOptionParser.Parse(SystemFile.TryRead("/proc/cmdline")),
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

/// <summary>Reads the kernel's messages: klogctl(3), which leaves them where they are.</summary>
internal static class KernelLogReader
{
    private const int LargestLog = 16 * 1024 * 1024;

    public static unsafe Reading<string> Read()
    {
        var size = Libc.Klogctl(Libc.SyslogActionSizeBuffer, null, 0);
        if (size <= 0)
        {
            return Refused();
        }

        var log = new byte[Math.Min(size, LargestLog)];
        fixed (byte* buffer = log)
        {
            var length = Libc.Klogctl(Libc.SyslogActionReadAll, buffer, log.Length);
            return length < 0 ? Refused() : Reading.From(Encoding.UTF8.GetString(log, 0, Math.Min(length, log.Length)));
        }
    }

    private static Reading<string> Refused() =>
        Reading.Missing<string>("the kernel's messages may not be read by this user (kernel.dmesg_restrict)");
}
