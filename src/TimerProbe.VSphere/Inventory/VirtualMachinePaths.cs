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
    public const string Frozen = "runtime.instantCloneFrozen";
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

    public const int FewMachines = 100;

    public static IReadOnlyList<string> Essential { get; } = [Host, PowerState, Uuid, ExtraConfig];

    public static PropertySpec Outline { get; } = new(Type, [.. Placed, SummaryBootTime]);

    public static PropertySpec Remaining { get; } = new(Type, [SummaryBootTime, Template, ConnectionState]);

    private static IReadOnlyList<PropertyPath> Placed => [Name, Parent, ParentVApp, Host, PowerState, BootTime];

    private static readonly PropertyPath AllSettings = PropertyPath.Options(
        ExtraConfig, key => ClockSettings.Matter(key) || ClockSettings.IsPublished(key), ClockSettings.GetMaxLength);

    public static PropertySpec Full(AboutInfo about, bool allSettings) => new(Type,
    [
        .. Placed, Uptime, PropertyPath.Only(ManagedBy, "extensionKey", "type"), Uuid, InstanceUuid, HardwareVersion, GuestId,
        PropertyPath.Count(ProcessorCount, ParsedHost.MaxProcessors), PropertyPath.Count(MemoryMb, ParsedHost.MaxMemoryMb),
        PropertyPath.Count(CpuLimit, ParsedHost.MaxCpuMhz), LatencySensitivity, FaultToleranceRole, GuestHostName,
        allSettings ? AllSettings : AllSettings.ByKeys(ClockSettings.Asked, FewMachines),
        .. about.HasApi(8, 0, 0, 1) ? (ReadOnlySpan<PropertyPath>)[RebootPowerOff] : [],
        .. about.HasApi(6, 7) ? (ReadOnlySpan<PropertyPath>)[Frozen] : [],
    ]);
}
