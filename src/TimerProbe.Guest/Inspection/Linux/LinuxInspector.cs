namespace TimerProbe.Guest.Inspection;

internal static partial class LinuxInspector
{
    private const int MaxLog = 16 * 1024 * 1024;
    private const string DmiFolder = "/sys/class/dmi/id";

    // AT_SYSINFO_EHDR of elf.h, SYSLOG_ACTION_READ_ALL and SYSLOG_ACTION_SIZE_BUFFER of klogctl(2).
    private const nuint SysinfoEhdr = 33;
    private const int SyslogActionReadAll = 3, SyslogActionSizeBuffer = 10;

    public static MachineFacts AddQuick(MachineFacts facts, UnavailableFacts unavailable)
    {
        var linux = Clocks(unavailable) with { Container = ContainerMarkers.Read().Kind() };
        return AddFirmware(facts, unavailable) with
        {
            Os = Os(facts.Os),
            Linux = linux,
            Hypervisor = LinuxTextParser.AddKernel(
                LinuxTextParser.AddXen(facts.Hypervisor, SystemFile.TryRead("/sys/hypervisor/type")), linux.Clocksource),
        };
    }

    public static MachineFacts AddSlow(MachineFacts facts, UnavailableFacts unavailable, Reading<string> kernelLog)
    {
        if (facts.Linux is not { } linux)
        {
            return facts;
        }

        var log = kernelLog.Then(text => Reading.From(KernelLogFacts.Parse(text)));
        return !MachineInspector.HasTsc(facts)
            ? facts with { Linux = linux with { UnstableReason = unavailable.Note("unstableReason", log.Then(item => Reading.From(item.TrapReason))) } }
            : facts with
            {
                Hypervisor = LinuxTextParser.AddKernel(facts.Hypervisor, log.Value?.Hypervisor),
                Linux = linux with
                {
                    KernelTscHz = unavailable.Note("kernelTscHz", log.Then(KernelTsc)),
                    UnstableReason = linux.TscUnstable == false
                    ? null
                    : unavailable.Note("unstableReason", log.Then(item => Reading.From(item.UnstableReason))),
                    Watchdog = linux.TscUnstable == false ? null : log.Value?.Watchdog,
                    TscUnstable = linux.TscUnstable ?? unavailable.Note("tscUnstable", log.Then(TscUnstable)),
                },
            };
    }

    public static unsafe Reading<string> ReadKernelLog()
    {
        var size = Klogctl(SyslogActionSizeBuffer, null, 0);
        if (size <= 0)
        {
            return LogRefused();
        }

        var log = new byte[Math.Min(size, MaxLog)];
        fixed (byte* buffer = log)
        {
            var length = Klogctl(SyslogActionReadAll, buffer, log.Length);
            return length < 0 ? LogRefused() : Reading.From(Encoding.UTF8.GetString(log, 0, Math.Min(length, log.Length)));
        }
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

    /// <summary>The distribution's own name, such as <c>Debian GNU/Linux 12 (bookworm)</c>, and the kernel.</summary>
    private static string Os(string description) => SystemFile.TryRead("/proc/sys/kernel/osrelease") is { } kernel
        ? $"{(description.Contains(kernel, StringComparison.Ordinal) ? "Linux" : description)} (Linux {kernel})"
        : description;

    private static LinuxFacts Clocks(UnavailableFacts unavailable)
    {
        const string Folder = "/sys/devices/system/clocksource/clocksource0/";
        var offered = unavailable.Note("availableClocksources", SystemFile.Read(Folder + "available_clocksource")) ?? "";
        var available = offered.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return new LinuxFacts
        {
            Clocksource = unavailable.Note("clocksource", SystemFile.Read(Folder + "current_clocksource")),
            AvailableClocksources = available,
            ClockOptions = LinuxTextParser.ClockOptions(SystemFile.TryRead("/proc/cmdline")),
            Vdso = GetAuxVal(SysinfoEhdr) != 0,

            // An unstable clock source is not offered. One that is not offered may also never have been there: the kernel's log knows.
            TscUnstable = available.Contains("tsc") ? false : null,
        };
    }

    private static MachineFacts AddFirmware(MachineFacts facts, UnavailableFacts unavailable) => facts with
    {
        SmbiosUuid = unavailable.Note("smbiosUuid", Uuid(Firmware("product_uuid", $"only root may read {DmiFolder}/product_uuid"))),
        SmbiosManufacturer = unavailable.Note("smbiosManufacturer", Firmware("sys_vendor")),
        SmbiosProduct = unavailable.Note("smbiosProduct", Firmware("product_name")),
        SmbiosChassisAssetTag = Clouds.KnownTag(Firmware("chassis_asset_tag").Value),
    };

    private static Reading<string> Firmware(string name, string? whyRefused = null)
    {
        if (!Directory.Exists(DmiFolder))
        {
            return Reading.Missing<string>("this machine shows no SMBIOS table");
        }

        var path = Path.Combine(DmiFolder, name);
        var reading = SystemFile.Read(path);
        return reading switch
        {
            { Value: "" } => Reading.Missing<string>("the firmware leaves it empty"),
            { Value: null } when whyRefused is not null && File.Exists(path) => Reading.Missing<string>(whyRefused),
            _ => reading,
        };
    }

    private static Reading<string> Uuid(Reading<string> reported) =>
        reported.Value is not { } text ? reported
        : GuestUuid.Normal(text) is { } uuid ? Reading.From(uuid)
        : Reading.Missing<string>("the firmware leaves it unset");

    private static Reading<string> LogRefused() =>
        Reading.Missing<string>("the kernel's messages may not be read by this user (kernel.dmesg_restrict)");

    [LibraryImport("libc", EntryPoint = "getauxval")]
    private static partial nuint GetAuxVal(nuint type);

    [LibraryImport("libc", EntryPoint = "klogctl", SetLastError = true)]
    private static unsafe partial int Klogctl(int action, byte* buffer, int length);
}
