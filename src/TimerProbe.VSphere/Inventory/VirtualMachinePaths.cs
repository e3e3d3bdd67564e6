using TimerProbe.VSphere.Queries;

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

    /// <summary>Without these a report says less than it seems to.</summary>
    public static IReadOnlyList<string> Essential { get; } = [Host, PowerState, Uuid, ExtraConfig];

    /// <summary>What is cheap, and enough to tell whether a machine is asked for and since when it runs.</summary>
    public static PropertySpec Outline { get; } = new(Type, [Name, Parent, ParentVApp, Host, PowerState, BootTime, SummaryBootTime]);

    /// <summary>Everything, as far as this version of the API knows it.</summary>
    public static PropertySpec Full(AboutInfo about) => new(Type,
    [
        .. Outline.PathSet, ConnectionState, Uptime, Template, Uuid, InstanceUuid, HardwareVersion, GuestId, ProcessorCount, MemoryMb,
        CpuLimit, LatencySensitivity, FaultToleranceRole, GuestHostName,
        PropertyPath.Options(ExtraConfig, key => ClockSettings.Matter(key) || ClockSettings.IsPublished(key), ClockSettings.LongestOf),
        .. about.HasApi(8, 0, 0, 1) ? (ReadOnlySpan<PropertyPath>)[RebootPowerOff] : [],
    ]);
}
