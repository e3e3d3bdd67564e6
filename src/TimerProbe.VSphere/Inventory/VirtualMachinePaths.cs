namespace TimerProbe.VSphere.Inventory;

internal static class VirtualMachinePaths
{
    public const string Type = "VirtualMachine";
    public const string Name = "name";
    public const string Parent = "parent";
    public const string ParentVApp = "parentVApp";
    public const string Host = "runtime.host";
    public const string PowerState = "runtime.powerState";
    public const string ConnectionState = "runtime.connectionState";
    public const string BootTime = "runtime.bootTime";
    public const string SummaryBootTime = "summary.runtime.bootTime";
    public const string Uptime = "summary.quickStats.uptimeSeconds";
    public const string Template = "config.template";
    public const string ManagedBy = "config.managedBy";
    public const string Uuid = "config.uuid";
    public const string InstanceUuid = "config.instanceUuid";
    public const string HardwareVersion = "config.version";
    public const string GuestId = "config.guestId";
    public const string ProcessorCount = "config.hardware.numCPU";
    public const string MemoryMb = "config.hardware.memoryMB";
    public const string CpuLimit = "config.cpuAllocation.limit";
    public const string LatencySensitivity = "config.latencySensitivity.level";
    public const string ExtraConfig = "config.extraConfig";
    public const string RebootPowerOff = "config.rebootPowerOff";
    public const string FaultToleranceRole = "config.ftInfo.role";
    public const string GuestHostName = "guest.hostName";

    /// <summary>All settings of so many machines are read, since they cost no more than a page: a key may be written in any way.</summary>
    public const int FewMachines = 100;

    /// <summary>Without these a report says less than it seems to.</summary>
    public static IReadOnlyList<string> Essential { get; } = [Host, PowerState, Uuid, ExtraConfig];

    /// <summary>What is cheap, and enough to know whether a machine is asked for and since when it runs.</summary>
    public static PropertySpec Outline { get; } = new(Type, [.. Placed, SummaryBootTime]);

    /// <summary>What is asked of those machines only that it can matter for: see <see cref="VirtualMachineParser.IsOpen"/>.</summary>
    public static PropertySpec Rest { get; } = new(Type, [SummaryBootTime, Template, ConnectionState]);

    private static IReadOnlyList<PropertyPath> Placed => [Name, Parent, ParentVApp, Host, PowerState, BootTime];

    private static readonly PropertyPath AllSettings = PropertyPath.Options(
        ExtraConfig, key => ClockSettings.Matter(key) || ClockSettings.IsPublished(key), ClockSettings.LongestOf);

    /// <summary>
    /// All but the rest, as far as this version of the API knows it; of many machines the known settings only, unless all are wanted.
    /// </summary>
    public static PropertySpec Full(AboutInfo about, bool allSettings) => new(Type,
    [
        .. Placed, Uptime, PropertyPath.Only(ManagedBy, "extensionKey", "type"), Uuid, InstanceUuid, HardwareVersion, GuestId,
        PropertyPath.Count(ProcessorCount, ParsedHost.MostProcessors), PropertyPath.Count(MemoryMb, ParsedHost.MostMemoryMb),
        PropertyPath.Count(CpuLimit, ParsedHost.MostCpuMhz), LatencySensitivity, FaultToleranceRole, GuestHostName,
        allSettings ? AllSettings : AllSettings.ByKeys(ClockSettings.Asked, FewMachines),
        .. about.HasApi(8, 0, 0, 1) ? (ReadOnlySpan<PropertyPath>)[RebootPowerOff] : [],
    ]);
}
