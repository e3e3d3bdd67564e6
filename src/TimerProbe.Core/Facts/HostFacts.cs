namespace TimerProbe.Core.Facts;

/// <summary>A host.</summary>
public sealed record HostFacts
{
    private static readonly Dictionary<string, string> None = [];

    /// <summary>Its name in the inventory.</summary>
    [Pseudonym(NameKind.Host)]
    public required string Name { get; init; }

    /// <summary>Its managed object id, such as <c>host-12</c>.</summary>
    public required string Id { get; init; }

    /// <summary>Its cluster; null for a host on its own.</summary>
    [Pseudonym(NameKind.Cluster)]
    public string? Cluster { get; init; }

    /// <summary>That cluster's managed object id: names may repeat in other datacenters.</summary>
    public string? ClusterId { get; init; }

    /// <summary>Its datacenter.</summary>
    [Pseudonym(NameKind.Datacenter)]
    public string? Datacenter { get; init; }

    /// <summary><c>hardware.cpuInfo.hz</c>: measured by ESXi; that it is the TSC's rate is expected.</summary>
    public Frequency? Hz { get; init; }

    /// <summary>The frequency it had before a restart that changed it; null when no earlier scan saw another.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Frequency? EarlierHz { get; init; }

    /// <summary>When it was restarted with the present frequency; null when no earlier scan saw another.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? ChangedAt { get; init; }

    /// <summary>What its processor cores can do together: <c>cpuMhz</c> times <c>numCpuCores</c>; null if not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonConverter(typeof(CapacityJsonConverter))]
    public Frequency? CpuCapacityHz { get; init => field = value is { Hertz: > 0 } ? value : null; }

    /// <summary>
    /// What of that is in use, by <c>summary.quickStats.overallCpuUsage</c>; null of documents, when not reported, as of a host that
    /// is not connected.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonConverter(typeof(CapacityJsonConverter))]
    public Frequency? CpuUsageHz { get; init; }

    /// <summary>How much memory it has, in bytes: <c>summary.hardware.memorySize</c>; null when not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryBytes { get; init => field = value > 0 ? value : null; }

    /// <summary>
    /// What of that is in use, by <c>summary.quickStats.overallMemoryUsage</c>; null of documents, when not reported, as of a host
    /// that is not connected.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryUsageBytes { get; init; }

    /// <summary>Whether a virtual machine can be moved to it now: connected and in no other mode, as far as that is reported.</summary>
    [JsonIgnore]
    public bool TakesMachines => IsReachable && InMaintenanceMode != true && HeldBack is null;

    /// <summary>Whether vCenter reaches it; true where that is not reported.</summary>
    [JsonIgnore]
    public bool IsReachable => ConnectionState is null or "connected";

    /// <summary>The mode that keeps machines from it besides maintenance: <c>quarantine</c> or <c>standby</c>; null in none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? HeldBack { get; init; }

    /// <summary>The processor's brand string.</summary>
    public string? CpuModel { get; init; }

    /// <summary>The processor's maker as ESXi spells it, <c>intel</c> or <c>amd</c>; null when not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? CpuVendor { get; init; }

    /// <summary>Whether a running machine can get there from another host: no live vMotion goes between Intel and AMD.</summary>
    public bool IsOfOneVendor(HostFacts? other) => CpuVendor is null || other?.CpuVendor is null || CpuVendor == other.CpuVendor;

    /// <summary>The processor's family by CPUID level 1, the extended one added; null when not reported.</summary>
    public int? CpuFamily { get; init; }

    /// <summary>The processor's model within its family by CPUID level 1, the extended one before it; null when not reported.</summary>
    public int? CpuModelNumber { get; init; }

    /// <summary>Whether it scales the TSC.</summary>
    public TscScaling TscScaling { get; init; }

    /// <summary>The source that says so; null without one.</summary>
    public TscScalingSource? TscScalingSource { get; init; }

    /// <summary>What the newest <c>vmware.log</c> of a machine on it says of that; null where none was read.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LoggedScaling? LoggedScaling { get; init; }

    /// <summary>The maker of the server; <c>VMware, Inc.</c> of a nested one. Null, and left out of documents, when not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? HardwareVendor { get; init; }

    /// <summary>The maker's name of the server.</summary>
    public string? HardwareModel { get; init; }

    /// <summary>The version of ESXi.</summary>
    public string? Version { get; init; }

    /// <summary>The build of ESXi.</summary>
    public string? Build { get; init; }

    /// <summary><c>summary.currentEVCModeKey</c>; it masks processor features, not frequencies.</summary>
    public string? EvcMode { get; init; }

    /// <summary>When it was started.</summary>
    public DateTimeOffset? BootTime { get; init; }

    /// <summary>The current power policy by its short name.</summary>
    public string? PowerPolicy { get; init; }

    /// <summary>The frequency class it belongs to; null without a frequency.</summary>
    [Pseudonym(NameKind.FrequencyClass)]
    public string? FrequencyClass { get; init; }

    /// <summary><c>connected</c>, <c>disconnected</c> or <c>notResponding</c>.</summary>
    public string? ConnectionState { get; init; }

    /// <summary>Whether it is in maintenance mode.</summary>
    public bool? InMaintenanceMode { get; init; }

    /// <summary>Kernel options about the TSC, by their keys, those at their defaults too.</summary>
    public IReadOnlyDictionary<string, string> KernelOptions { get; init => field = value ?? None; } = None;
}
