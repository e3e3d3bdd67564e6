using Paths = TimerProbe.VSphere.Inventory.VirtualMachinePaths;

namespace TimerProbe.VSphere.Inventory;

/// <summary>Understands virtual machines. Texts that many of them share are kept once.</summary>
internal sealed class VirtualMachineParser(InventoryMap map)
{
    private readonly TextPool _pool = new();
    private readonly SettingsParser _settings = new(new TextPool());
    private readonly Dictionary<string, IReadOnlyList<string>> _bounds = [];

    public static bool IsOpen(ObjectContent content) =>
        !IsPoweredOn(content) || content[Paths.Uuid] is null || content[Paths.BootTime] is null;

    public static bool IsTemplate(ObjectContent content) => content.Boolean(Paths.Template) == true;

    public bool IsAgent(ObjectContent content) =>
        content[Paths.ManagedBy] is { } manager
            && (manager["extensionKey"]?.Text == "com.vmware.vim.eam" || manager["type"]?.Text is "cluster-agent")
        || GetLocation(content).Folders is [.., "vCLS"]
        || content.Name.StartsWith("vCLS-", StringComparison.Ordinal);

    public static bool IsFrozen(ObjectContent content) => content.Boolean(Paths.Frozen) == true;

    /// <summary>The owner's name as people know it; the key of another is its maker's, and is not kept.</summary>
    private static string? GetOwner(ObjectContent content) => content[Paths.ManagedBy]?["extensionKey"]?.Text switch
    {
        null or "" => null,
        "com.vmware.vcenter.wcp" => "Kubernetes of vSphere (Supervisor)",
        var key when key.StartsWith("com.vmware.vcloud", StringComparison.Ordinal) => "Cloud Director",
        var key when key.StartsWith("com.vmware.nsx", StringComparison.Ordinal) => "NSX",
        _ => "an extension of vCenter",
    };

    public static bool IsLost(ObjectContent content) => content.Text(Paths.ConnectionState) is "inaccessible" or "invalid" or "orphaned";

    public static DateTimeOffset? GetBootTime(ObjectContent content) => content.Time(Paths.BootTime) ?? content.Time(Paths.SummaryBootTime);

    /// <summary>For how long it has been on, at least: the count may begin anew when it changes hosts. Null when not reported.</summary>
    public static TimeSpan? GetUptime(ObjectContent content) =>
        IsPoweredOn(content) && content.Number(Paths.Uptime) is { } seconds and > 0 and <= int.MaxValue
            ? TimeSpan.FromSeconds(seconds)
            : null;

    public static bool IsPoweredOn(ObjectContent content) => content.Text(Paths.PowerState) == "poweredOn";

    /// <summary>What its guest published of its clock, as written; null when it did not. Two values under one key are invalid.</summary>
    public static string? GetPublished(ObjectContent content)
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

    public Location GetLocation(ObjectContent content)
    {
        var location = map.Tree.Locate(content.Reference(Paths.ParentVApp) ?? content.Reference(Paths.Parent));
        return location.Datacenter is null && GetHost(content)?.Datacenter is { } datacenter
            ? location with { Datacenter = datacenter }
            : location;
    }

    public HostFacts? GetHost(ObjectContent content) => map.Host(content.Reference(Paths.Host)?.Value);

    public VirtualMachineFacts Parse(ObjectContent content)
    {
        var id = content.Obj.Value;
        var host = GetHost(content);
        var hostId = Shared(content.Reference(Paths.Host)?.Value);
        var location = GetLocation(content);
        var drs = map.Drs(hostId);
        var powerState = Shared(content.Text(Paths.PowerState));
        return new VirtualMachineFacts
        {
            Name = content.Name,
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
            BootTime = GetBootTime(content),
            Host = host?.Name,
            HostId = hostId,
            HostHz = host?.Hz,
            Placement = powerState is "poweredOff" or "suspended" ? Placement.Off : Placement.Unknown,
            Drs = drs.GetAutomation(id),
            BoundTo = drs.AllowedHosts.TryGetValue(id, out var hosts) ? Names(hosts) : null,
            MustRunOn = drs.RequiredHosts.TryGetValue(id, out var musts) ? Names(musts) : null,
            GuestId = Shared(content.Text(Paths.GuestId)),
            GuestHostName = content.Text(Paths.GuestHostName) is { Length: > 0 } name ? name : null,
            ProcessorCount = content.Number(Paths.ProcessorCount) is { } count and > 0 ? (int)count : null,
            MemoryBytes = content.Number(Paths.MemoryMb) is { } mb and > 0 ? mb * 1_048_576 : null,
            ManagedBy = Shared(GetOwner(content)),
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
