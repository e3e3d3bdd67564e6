using Paths = TimerProbe.VSphere.Inventory.VirtualMachinePaths;

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

/// <summary>Understands virtual machines. Texts that many of them share are kept once.</summary>
internal sealed class VirtualMachineParser(InventoryMap map)
{
    private readonly TextPool _pool = new();
    private readonly SettingsParser _settings = new(new TextPool());
    private readonly Dictionary<string, IReadOnlyList<string>> _bounds = new(StringComparer.Ordinal);

    /// <summary>
    /// Whether the rest can add anything: a template does not run, one that runs and is described was not lost, and the summary repeats the
    /// boot time.
    /// </summary>
    public static bool IsOpen(ObjectContent content) =>
        !IsPoweredOn(content) || content[Paths.Uuid] is null || content[Paths.BootTime] is null;

    public static bool IsTemplate(ObjectContent content) => content.Boolean(Paths.Template) == true;

    /// <summary>
    /// Whether vSphere runs it for itself: its ESX Agent Manager does, as for cluster services, whose folder and names show it too. A
    /// machine that another extension manages, as a cloud's tenants' are, is somebody's.
    /// </summary>
    public bool IsAgent(ObjectContent content) =>
        content[Paths.ManagedBy] is { } manager
            && (manager["extensionKey"]?.Text == "com.vmware.vim.eam" || manager["type"]?.Text is "cluster-agent")
        || LocationOf(content).Folders is [.., "vCLS"]
        || NameOf(content).StartsWith("vCLS-", StringComparison.Ordinal);

    /// <summary>Whether vCenter has lost the machine's files: it reports no configuration then.</summary>
    public static bool IsLost(ObjectContent content) => content.Text(Paths.ConnectionState) is "inaccessible" or "invalid" or "orphaned";

    public static string NameOf(ObjectContent content) => InventoryName.Decode(content.Text(Paths.Name) ?? content.Obj.Value);

    public static DateTimeOffset? BootTimeOf(ObjectContent content) => content.Time(Paths.BootTime) ?? content.Time(Paths.SummaryBootTime);

    /// <summary>For how long it has been on, at least: the count may begin anew when it changes hosts. Null when not reported.</summary>
    public static TimeSpan? UptimeOf(ObjectContent content) =>
        IsPoweredOn(content) && content.Number(Paths.Uptime) is { } seconds and > 0 and <= int.MaxValue
            ? TimeSpan.FromSeconds(seconds)
            : null;

    public static bool IsPoweredOn(ObjectContent content) => content.Text(Paths.PowerState) == "poweredOn";

    /// <summary>What its guest published of its clock, as written; null when it did not. Two values under one key are invalid.</summary>
    public static string? PublishedOf(ObjectContent content)
    {
        string? published = null;
        foreach (var option in content[Paths.ExtraConfig]?.Members ?? [])
        {
            if (option["key"]?.Text is { } key && ClockSettings.IsPublished(key) && option["value"]?.Text is { Length: > 0 } value)
            {
                published = published is null ? value : string.Concat(published, value);
            }
        }

        return published;
    }

    /// <summary>Where it is; through its host when its folder does not show it.</summary>
    public Location LocationOf(ObjectContent content)
    {
        var location = map.Tree.Locate(content.Reference(Paths.ParentVApp) ?? content.Reference(Paths.Parent));
        return location.Datacenter is null && HostOf(content)?.Datacenter is { } datacenter
            ? location with { Datacenter = datacenter }
            : location;
    }

    public HostFacts? HostOf(ObjectContent content) => map.Host(content.Reference(Paths.Host)?.Value);

    public VirtualMachineFacts Parse(ObjectContent content)
    {
        var id = content.Obj.Value;
        var host = HostOf(content);
        var hostId = Shared(content.Reference(Paths.Host)?.Value);
        var location = LocationOf(content);
        var drs = map.Drs(hostId);
        var powerState = Shared(content.Text(Paths.PowerState));
        return new VirtualMachineFacts
        {
            Name = NameOf(content),
            Id = id,
            Uuid = content.Text(Paths.Uuid),
            InstanceUuid = content.Text(Paths.InstanceUuid),
            FaultTolerance = content.Number(Paths.FaultToleranceRole) is { } role
                ? (role > 1 ? FaultToleranceRole.Secondary : FaultToleranceRole.Primary)
                : null,
            Datacenter = location.Datacenter,
            Folder = location.Folder,
            Cluster = host?.Cluster,
            ClusterId = host?.ClusterId,
            PowerState = powerState,
            BootTime = BootTimeOf(content),
            Host = host?.Name,
            HostId = hostId,
            HostHz = host?.Hz,
            Placement = powerState is "poweredOff" or "suspended" ? Placement.Off : Placement.Unknown,
            Drs = drs.AutomationOf(id),
            BoundTo = drs.Bounds.TryGetValue(id, out var hosts) ? Names(hosts) : null,
            MustRunOn = drs.Musts.TryGetValue(id, out var musts) ? Names(musts) : null,
            GuestId = Shared(content.Text(Paths.GuestId)),
            GuestHostName = content.Text(Paths.GuestHostName) is { Length: > 0 } name ? name : null,
            ProcessorCount = content.Number(Paths.ProcessorCount) is { } count and > 0 ? (int)count : null,
            MemoryBytes = content.Number(Paths.MemoryMb) is { } mb and > 0 ? mb * 1_048_576 : null,
            Settings = _settings.Parse(content),
        };
    }

    private string? Shared(string? text) => text is null ? null : _pool.Share(text);

    private IReadOnlyList<string> Names(IReadOnlySet<string> hosts)
    {
        IReadOnlyList<string> names = [.. hosts.Select(host => map.Host(host)?.Name ?? host).Order(StringComparer.Ordinal)];
        var all = string.Join('\n', names);
        return _bounds.TryGetValue(all, out var shared) ? shared : _bounds[all] = names;
    }
}

/// <summary>Understands the settings of a machine that touch its clock. Equal settings of many machines are one object.</summary>
internal sealed class SettingsParser(TextPool pool)
{
    private const int LongestValue = 200;
    private const int MostKeys = 50;
    private const int MostKept = 1_000;

    private static readonly IReadOnlyDictionary<string, string> None = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

    private readonly Dictionary<string, IReadOnlyDictionary<string, string>> _others = new(StringComparer.Ordinal);

    public VirtualMachineSettings Parse(ObjectContent content)
    {
        var keys = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        foreach (var option in content[Paths.ExtraConfig]?.Members ?? [])
        {
            if (keys.Count < MostKeys && option["key"]?.Text is { } key && !ClockSettings.IsPublished(key))
            {
                keys[pool.Share(ClockSettings.Spelling(key))] = pool.Share(Short(option["value"]?.Text ?? ""));
            }
        }

        if (content.Boolean(Paths.RebootPowerOff) == true)
        {
            keys["rebootPowerOff"] = "TRUE";
        }

        return new VirtualMachineSettings
        {
            VirtualRdtsc = TakeTruth(keys, ClockSettings.VirtualRdtsc),
            RebootPowerCycle = TakeTruth(keys, ClockSettings.RebootPowerCycle),
            HardwareVersion = ReadText(content, Paths.HardwareVersion),
            LatencySensitivity = ReadText(content, Paths.LatencySensitivity),
            CpuLimitMhz = content.Number(Paths.CpuLimit) is { } limit and >= 0 ? limit : null,
            Other = Shared(keys),
        };
    }

    /// <summary>Takes a truth value out; a text that is not one stays among the others.</summary>
    private static bool? TakeTruth(Dictionary<string, string> keys, string key)
    {
        var truth = ClockSettings.ParseTruth(keys.GetValueOrDefault(key));
        if (truth is not null)
        {
            keys.Remove(key);
        }

        return truth;
    }

    private static string Short(string value) => value.Length <= LongestValue ? value : string.Concat(value.AsSpan(0, LongestValue), "…");

    private string? ReadText(ObjectContent content, string path) => content.Text(path) is { Length: > 0 } text ? pool.Share(text) : null;

    private IReadOnlyDictionary<string, string> Shared(Dictionary<string, string> keys)
    {
        if (keys.Count == 0)
        {
            return None;
        }

        var all = string.Join('\n', keys.Select(pair => pair.Key + "\t" + pair.Value));
        if (!_others.TryGetValue(all, out var shared))
        {
            shared = keys;
            if (_others.Count < MostKept)
            {
                _others.Add(all, shared);
            }
        }

        return shared;
    }
}
