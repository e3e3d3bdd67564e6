using System.Text.Json.Serialization;

namespace TimerProbe.Core.Facts;

/// <summary>What one vCenter (or a single ESXi host) reported.</summary>
public sealed record VCenterFacts
{
    /// <summary>The name it was asked by.</summary>
    [Pseudonym(NameKind.Vcenter)]
    public required string Server { get; init; }

    /// <summary>Its own id; null when it could not be reached.</summary>
    [Pseudonym(NameKind.Uuid)]
    public string? InstanceUuid { get; init; }

    /// <summary>Its version; null when it could not be reached.</summary>
    public string? Version { get; init; }

    /// <summary>Product, version and build in one line; null when it could not be reached.</summary>
    public string? FullName { get; init; }

    /// <summary>Whether it is a vCenter and not a single ESXi host; null when it could not be reached.</summary>
    public bool? IsVirtualCenter { get; init; }

    /// <summary>Whether its certificate was verified; false with <c>--insecure</c>: anybody may have answered in its place.</summary>
    public bool? CertificateVerified { get; init => field = value ?? true; } = true;

    /// <summary>
    /// How far its clock was ahead of this machine's at the login, in whole seconds, negative when
    /// behind; null, and left out of documents, when it did not report its time.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? ClockApartSeconds { get; init; }

    /// <summary>How much of it could be read; the problems say what is missing.</summary>
    public required ReadStatus Status { get; init; }

    /// <summary>What could not be read and why, a sentence each.</summary>
    [Sentence(nameof(ProblemDetails))]
    public IReadOnlyList<string> Problems { get; init => field = value ?? []; } = [];

    /// <summary>The same as data, in the same order.</summary>
    public IReadOnlyList<Problem> ProblemDetails { get; init => field = value ?? []; } = [];

    /// <summary>What of the problems is known and accepted; null and left out of documents when nothing is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public KnownGapFacts? KnownGaps { get; init; }

    /// <summary>Whether everything was read that was asked for, but for gaps that are known and accepted.</summary>
    [JsonIgnore]
    public bool IsReadAsExpected =>
        Status == ReadStatus.Complete
            || (Status == ReadStatus.Partial && KnownGaps is { Accepted.Count: > 0 and var accepted } && accepted == Problems.Count);

    /// <summary>What of it was asked for; null and left out of documents where it is the whole document's scope.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ScanScope? Scope { get; init; }

    /// <summary>Its hosts.</summary>
    public IReadOnlyList<HostFacts> Hosts { get; init => field = value ?? []; } = [];

    /// <summary>Its clusters.</summary>
    public IReadOnlyList<ClusterFacts> Clusters { get; init => field = value ?? []; } = [];

    /// <summary>Its virtual machines, templates and vSphere's own left out.</summary>
    public IReadOnlyList<VirtualMachineFacts> VirtualMachines { get; init => field = value ?? []; } = [];

    /// <summary>
    /// Its hosts by processor and release; null, and left out of documents, of a release that did not look at them.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<HostClass>? Classes { get; init; }

    /// <summary>How many templates it holds.</summary>
    public int Templates { get; init; }

    /// <summary>
    /// How many machines it holds that vSphere runs for itself, as those of its cluster services (vCLS); they are not among the virtual
    /// machines; left out of documents without any.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Agents { get; init; }

    /// <summary>The same vCenter, with those of its problems accepted that are known gaps; of one that failed, none is.</summary>
    /// <param name="gaps">The known gaps.</param>
    /// <param name="today">The day, in UTC.</param>
    public VCenterFacts Accepting(IReadOnlyList<KnownGap> gaps, DateOnly today) =>
        this with { KnownGaps = KnownGapFacts.Of(Status == ReadStatus.Failed ? [] : ProblemDetails, gaps, today) };

    /// <summary>The same vCenter with these problems, in words and as data.</summary>
    public VCenterFacts With(IReadOnlyList<Problem> problems) =>
        this with { Problems = [.. problems.Select(problem => problem.Text)], ProblemDetails = problems };
}

/// <summary>How much could be read.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ReadStatus>))]
public enum ReadStatus
{
    /// <summary>Everything that was asked for.</summary>
    Complete,

    /// <summary>Some of it; the problems say what is missing.</summary>
    Partial,

    /// <summary>Nothing.</summary>
    Failed,
}

/// <summary>A host.</summary>
public sealed record HostFacts
{
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

    /// <summary>
    /// The frequency it had before a restart that changed it; null, and left out of documents, when no earlier scan saw another.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Frequency? EarlierHz { get; init; }

    /// <summary>
    /// When it was restarted with the present frequency; null, and left out of documents, when no earlier scan saw another.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? ChangedAt { get; init; }

    /// <summary>
    /// What its processor cores can do together: <c>cpuMhz</c> times <c>numCpuCores</c>; null, and left out of documents, if not reported.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonConverter(typeof(CapacityJsonConverter))]
    public Frequency? CpuCapacityHz { get; init => field = value is { Hertz: > 0 } ? value : null; }

    /// <summary>
    /// What of that is in use, by <c>summary.quickStats.overallCpuUsage</c>; null, and left out
    /// of documents, when not reported, as of a host that is not connected.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [JsonConverter(typeof(CapacityJsonConverter))]
    public Frequency? CpuUsageHz { get; init; }

    /// <summary>
    /// How much memory it has, in bytes: <c>summary.hardware.memorySize</c>; null, and left out of documents, when not reported.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryBytes { get; init => field = value > 0 ? value : null; }

    /// <summary>
    /// What of that is in use, by <c>summary.quickStats.overallMemoryUsage</c>; null, and left out
    /// of documents, when not reported, as of a host that is not connected.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryUsageBytes { get; init; }

    /// <summary>Whether a virtual machine can be moved to it now: connected and in no other mode, as far as that is reported.</summary>
    [JsonIgnore]
    public bool TakesMachines => IsReachable && InMaintenanceMode != true && HeldBack is null;

    /// <summary>Whether vCenter reaches it; true where that is not reported.</summary>
    [JsonIgnore]
    public bool IsReachable => ConnectionState is null or "connected";

    /// <summary>
    /// The mode that keeps machines from it besides maintenance: <c>quarantine</c> or <c>standby</c>; null, and left out of documents, in
    /// none.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? HeldBack { get; init; }

    /// <summary>The processor's brand string.</summary>
    public string? CpuModel { get; init; }

    /// <summary>
    /// The processor's maker as ESXi spells it, <c>intel</c> or <c>amd</c>; null, and left out of documents, when not reported.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? CpuVendor { get; init; }

    /// <summary>The processor's family by CPUID level 1, the extended one added; null when not reported.</summary>
    public int? CpuFamily { get; init; }

    /// <summary>The processor's model within its family by CPUID level 1, the extended one before it; null when not reported.</summary>
    public int? CpuModelNumber { get; init; }

    /// <summary>Whether it scales the TSC.</summary>
    public TscScaling TscScaling { get; init; }

    /// <summary>The source that says so; null without one.</summary>
    public TscScalingSource? TscScalingSource { get; init; }

    /// <summary>
    /// What the newest <c>vmware.log</c> of a machine on it says of that; null, and left out of documents, where none was read.
    /// </summary>
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
    public IReadOnlyDictionary<string, string> KernelOptions
    {
        get; init =>
        field = value ?? new Dictionary<string, string>(StringComparer.Ordinal);
    } = new Dictionary<string, string>(StringComparer.Ordinal);
}

/// <summary>A cluster, or the hosts outside of any.</summary>
public sealed record ClusterFacts
{
    /// <summary>Its name in the inventory.</summary>
    [Pseudonym(NameKind.Cluster)]
    public required string Name { get; init; }

    /// <summary>Its managed object id, such as <c>domain-c8</c>.</summary>
    public required string Id { get; init; }

    /// <summary>Its datacenter.</summary>
    [Pseudonym(NameKind.Datacenter)]
    public string? Datacenter { get; init; }

    /// <summary>DRS's automation: <c>off</c>, <c>manual</c>, <c>partiallyAutomated</c>, <c>fullyAutomated</c>; null when unknown.</summary>
    public string? Drs { get; init; }

    /// <summary>Its hosts grouped by frequency.</summary>
    public IReadOnlyList<FrequencyClass> FrequencyClasses { get; init => field = value ?? []; } = [];

    /// <summary>Its enabled DRS rules between virtual machines; null, and left out of documents, without any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<VmVmRule>? VmRules { get; init; }
}

/// <summary>A DRS rule between virtual machines.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">Whether it keeps them together or apart.</param>
/// <param name="VirtualMachines">Their managed object ids, those outside of the scan's scope too.</param>
public sealed record VmVmRule([property: Pseudonym(NameKind.Rule)] string Name, VmVmRuleKind Kind, IReadOnlyList<string> VirtualMachines);

/// <summary>What a DRS rule between virtual machines asks for.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<VmVmRuleKind>))]
public enum VmVmRuleKind
{
    /// <summary>All on one host: <c>ClusterAffinityRuleSpec</c>.</summary>
    Affinity,

    /// <summary>Each on a host of its own: <c>ClusterAntiAffinityRuleSpec</c>.</summary>
    AntiAffinity,
}

/// <summary>Hosts whose frequencies count as one.</summary>
/// <param name="Name">The cluster's name and a number: <c>prod/1</c>.</param>
/// <param name="LowHz">The lowest frequency among them.</param>
/// <param name="HighHz">The highest; within the tolerance of the lowest.</param>
/// <param name="Hosts">The names of its hosts.</param>
public sealed record FrequencyClass(
    [property: Pseudonym(NameKind.FrequencyClass)] string Name,
    Frequency LowHz,
    Frequency HighHz,
    [property: Pseudonym(NameKind.Host)] IReadOnlyList<string> Hosts);
