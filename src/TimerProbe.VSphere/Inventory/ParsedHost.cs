namespace TimerProbe.VSphere.Inventory;

internal sealed record ParsedHost(ManagedObjectReference? Parent, HostFacts Facts)
{
    public const string Hz = "hardware.cpuInfo.hz";

    // The most that is believed of a machine or host: what is made of these figures is within what a document may hold.
    public const long MaxProcessors = 4_096;
    public const long MaxCpuMhz = MaxCoreMhz * MaxProcessors;
    public const long MaxMemoryMb = MaxMemoryBytes / 1_048_576;

    private const long MaxCoreMhz = 100_000;
    private const long MaxMemoryBytes = 1L << 53;

    private const string CoreMhz = "summary.hardware.cpuMhz";
    private const string Cores = "summary.hardware.numCpuCores";
    private const string UsedMhz = "summary.quickStats.overallCpuUsage";
    private const string Memory = "summary.hardware.memorySize";
    private const string UsedMemoryMb = "summary.quickStats.overallMemoryUsage";
    private const string Quarantine = "runtime.inQuarantineMode";
    private const string Standby = "runtime.standbyMode";
    private const string Packages = "hardware.cpuPkg";
    private const string Features = "hardware.cpuFeature";
    private const string Options = "config.option";

    public static PropertySpec Spec { get; } = new("HostSystem",
    [
        "name", "parent", Hz, PropertyPath.Only(Packages, "description", "vendor"), PropertyPath.Only(Features, "level", "eax"),
        "summary.hardware.cpuModel", "summary.hardware.vendor", "summary.hardware.model",
        "config.product.version", "config.product.build", "hardware.cpuPowerManagementInfo.currentPolicy",
        "runtime.connectionState", "runtime.inMaintenanceMode", "runtime.bootTime", "summary.currentEVCModeKey",
        Quarantine, Standby,
        PropertyPath.Count(CoreMhz, MaxCoreMhz), PropertyPath.Count(Cores, MaxProcessors),
        PropertyPath.Count(UsedMhz, MaxCpuMhz), PropertyPath.Count(Memory, MaxMemoryBytes),
        PropertyPath.Count(UsedMemoryMb, MaxMemoryMb),
        PropertyPath.Options(Options, IsAboutTsc).ByKeys(["VMkernel.Boot.timerForceTSC", "VMkernel.Boot.tscSyncSkip"], wholeUpTo: 1),
    ]);

    public static ParsedHost Parse(ObjectContent content) => new(content.Reference("parent"), new HostFacts
    {
        Name = content.Name,
        Id = content.Obj.Value,
        Hz = content.Number(Hz) is { } hertz && !IsArm(content) ? Frequency.OfClock(hertz) : null,
        CpuVendor = Text(GetFirst(content[Packages], "vendor")),
        CpuFamily = GetSignature(content[Features])?.Family,
        CpuModelNumber = GetSignature(content[Features])?.Model,
        HardwareVendor = Text(content.Text("summary.hardware.vendor")),
        CpuModel = Text(GetFirst(content[Packages], "description")) ?? Text(content.Text("summary.hardware.cpuModel")),
        HardwareModel = Text(content.Text("summary.hardware.model")),
        Version = Text(content.Text("config.product.version")),
        Build = Text(content.Text("config.product.build")),
        PowerPolicy = Text(content.Text("hardware.cpuPowerManagementInfo.currentPolicy")),
        ConnectionState = Text(content.Text("runtime.connectionState")),
        InMaintenanceMode = content.Boolean("runtime.inMaintenanceMode"),
        HeldBack = content.Boolean(Quarantine) == true ? "quarantine"
            : content.Text(Standby) is "in" or "entering" or "exiting" ? "standby"
            : null,
        BootTime = content.Time("runtime.bootTime"),
        EvcMode = Text(content.Text("summary.currentEVCModeKey")),
        KernelOptions = KernelOptions(content[Options]),
        CpuCapacityHz = content.Number(CoreMhz) is { } mhz and > 0 && content.Number(Cores) is { } cores and > 0
            ? new Frequency(mhz * cores * 1_000_000) : null,
        MemoryBytes = content.Number(Memory),
        MemoryUsageBytes = content.Number(UsedMemoryMb) is { } inUse and >= 0 ? inUse * 1_048_576 : null,
        CpuUsageHz = content.Number(UsedMhz) is { } used and >= 0 ? new Frequency(used * 1_000_000) : null,
    });

    /// <summary>Whether its processors have no TSC, so that their frequency says nothing of a clock.</summary>
    private static bool IsArm(ObjectContent content) => GetFirst(content[Packages], "vendor") is "arm" or "ARM";

    private static bool IsAboutTsc(string key) =>
        key.EndsWith("timerForceTSC", StringComparison.OrdinalIgnoreCase) || key.EndsWith("tscSyncSkip", StringComparison.OrdinalIgnoreCase);

    private static Dictionary<string, string> KernelOptions(VimValue? options)
    {
        var set = new Dictionary<string, string>();
        foreach (var option in options?.Members ?? [])
        {
            if (option["key"]?.Text is { } key && IsAboutTsc(key)
                && option["value"]?.Text is { } value && ClockSettings.ParseTruth(value) is not null)
            {
                set[key] = value;
            }
        }

        return set;
    }

    /// <summary>vCenter writes registers of CPUID in binary digits, four at a time, with colons between.</summary>
    private static ProcessorSignature? GetSignature(VimValue? features) =>
        features?.Members.FirstOrDefault(level => level["level"]?.Text == "1")?["eax"]?.Text.Replace(":", "", StringComparison.Ordinal)
            is { Length: 32 } digits
        && uint.TryParse(digits, NumberStyles.AllowBinarySpecifier, CultureInfo.InvariantCulture, out var eax)
            ? ProcessorSignature.From(eax)
            : null;

    private static string? GetFirst(VimValue? packages, string member) => packages?.Members is [var first, ..] ? first[member]?.Text : null;

    private static string? Text(string? text) => text?.Trim() is { Length: > 0 } reported ? reported : null;
}
