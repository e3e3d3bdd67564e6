namespace TimerProbe.Core.Documents;

/// <summary>
/// What a store knows of a virtual machine, host, cluster or guest over a stretch of time, as <c>timerprobe history</c> reports
/// it. Every list is in the order of time.
/// </summary>
public sealed record HistoryDocument
{
    /// <summary>The name and version of this form.</summary>
    public const string SchemaName = "timerprobe.history/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>The program that made it.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When it was made.</summary>
    public required DateTimeOffset WrittenAt { get; init; }

    /// <summary>The beginning of the stretch, inside.</summary>
    public required DateTimeOffset From { get; init; }

    /// <summary>The end of the stretch, outside.</summary>
    public required DateTimeOffset To { get; init; }

    /// <summary>Whom it is about.</summary>
    public required HistorySubject Subject { get; init; }

    /// <summary>
    /// How a machine, or the machines of a cluster, were; the first may have begun before the stretch. Empty for a host or guest.
    /// </summary>
    public required IReadOnlyList<HistoryMachineState> MachineStates { get; init; }

    /// <summary>How a host was; the first may have begun before the stretch. Empty but for a host.</summary>
    public required IReadOnlyList<HistoryHostState> HostStates { get; init; }

    /// <summary>
    /// The frequencies of the hosts that a machine ran on by vCenter's CPU statistics, the oldest first, as its latest scan read
    /// them; null where that read none: only those of machines away from home or measured slow are read.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<FrequencyStretch>? FrequencyStretches { get; init; }

    /// <summary>What happened.</summary>
    public required IReadOnlyList<HistoryChange> Changes { get; init; }

    /// <summary>What a guest measured of its clock. Empty for a host or cluster.</summary>
    public required IReadOnlyList<HistoryMeasurement> Measurements { get; init; }

    /// <summary>When the vCenter was looked at: between two scans nothing is known.</summary>
    public required IReadOnlyList<HistoryScan> Scans { get; init; }

    /// <summary>Of a fleet: how many are slow, measured or expected, by the newest scans; left out when not known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? SlowNow { get; init; }
}

/// <summary>Whom a history is about.</summary>
/// <param name="Kind">What it is: a virtual machine, host, cluster or guest.</param>
/// <param name="Name">Its name.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by; null for a guest.</param>
/// <param name="Id">Its managed object id; null for a cluster or guest.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID; null for a host or cluster, and where it has none.</param>
/// <param name="FirstSeenAt">The first scan that saw it; null for a cluster or guest.</param>
/// <param name="GoneAt">The first scan that saw all of the vCenter without it; null while it is there.</param>
/// <param name="ScannedAt">The last scan of its vCenter.</param>
public sealed record HistorySubject(
    SubjectKind Kind,
    [property: Pseudonym(NameKind.ByRecord)] string Name,
    [property: Pseudonym(NameKind.Vcenter)] string? Server,
    string? Id,
    [property: Pseudonym(NameKind.Uuid)] string? SmbiosUuid,
    DateTimeOffset? FirstSeenAt,
    DateTimeOffset? GoneAt,
    DateTimeOffset? ScannedAt) : INamedByKind
{
    NameKind? INamedByKind.GetKind(string member) => GetKind(Kind.ToDocumentName());

    internal static NameKind GetKind(string subject) => subject switch
    {
        "virtualMachine" => NameKind.Vm,
        "host" => NameKind.Host,
        "cluster" => NameKind.Cluster,
        "guest" => NameKind.Guest,
        _ => NameKind.Name,
    };
}

/// <summary>Something that was different from what was seen before.</summary>
/// <param name="At">When it happened where that is reported, else the scan that first saw it.</param>
/// <param name="IsExact">Whether it happened then: by vCenter's events or a boot time.</param>
/// <param name="Kind">
/// What happened: <c>moved</c>, <c>cameHome</c>, <c>wentAway</c>, <c>foundAway</c>, <c>settingChanged</c>, <c>hostFrequencyChanged</c>,
/// <c>hostAdded</c>, <c>hostGone</c>, <c>verdictChanged</c>, <c>machineAdded</c>, <c>machineGone</c>, <c>poweredOn</c>, <c>poweredOff</c>,
/// <c>suspended</c>, <c>resumed</c>, <c>powerCycled</c>, <c>reverted</c>, <c>sessionChanged</c>, <c>watchSilent</c>, <c>watchResumed</c>.
/// Kinds are added within version 1.
/// </param>
/// <param name="Subject">What it happened to: <c>virtualMachine</c>, <c>host</c> or <c>guest</c>.</param>
/// <param name="Server">The vCenter; null for a guest that measured itself.</param>
/// <param name="Cluster">The cluster it is in.</param>
/// <param name="Name">Its name.</param>
/// <param name="Id">Its managed object id; null for a guest.</param>
/// <param name="What">Which setting, of <c>settingChanged</c>; the cause now, of <c>verdictChanged</c>; else null.</param>
/// <param name="Earlier">How it was: a host's name, a frequency in Hz, a state, a value; null when it was not there.</param>
/// <param name="Later">How it is since; null when it is not there any more.</param>
public sealed record HistoryChange(
    DateTimeOffset At,
    bool IsExact,
    string Kind,
    string Subject,
    [property: Pseudonym(NameKind.Vcenter)] string? Server,
    [property: Pseudonym(NameKind.Cluster)] string? Cluster,
    [property: Pseudonym(NameKind.ByRecord)] string Name,
    string? Id,
    string? What,
    [property: Pseudonym(NameKind.ByRecord)] string? Earlier,
    [property: Pseudonym(NameKind.ByRecord)] string? Later) : INamedByKind
{
    /// <summary>The kind; null for one that a later release added.</summary>
    [JsonIgnore]
    public ChangeKind? KnownKind => ChangeCount.GetKind(Kind);

    // Of most the values are states, frequencies and settings. What a later release adds may name anything.
    NameKind? INamedByKind.GetKind(string member) => member == nameof(Name) ? HistorySubject.GetKind(Subject) : KnownKind switch
    {
        ChangeKind.Moved => NameKind.Host,
        null or ChangeKind.HostAdded or ChangeKind.HostGone or ChangeKind.MachineAdded or ChangeKind.MachineGone or ChangeKind.Reverted
            or ChangeKind.SessionChanged => NameKind.Value,
        _ => null,
    };
}

/// <summary>What a guest measured of its clock at one time.</summary>
/// <param name="At">When.</param>
/// <param name="Source">What measured: <c>check</c>, <c>watch</c>, or <c>scan</c> for a result that a scan joined to the machine.</param>
/// <param name="State">The verdict.</param>
/// <param name="Cause">Its cause.</param>
/// <param name="MedianNs">The median cost of a precise-time read.</param>
/// <param name="LowNs">The lower bound of the median's interval.</param>
/// <param name="HighNs">The upper bound of the median's interval.</param>
/// <param name="HostHz">The host's frequency as VMware Tools reported it, to the MHz.</param>
/// <param name="VirtualTscHz">The TSC frequency the hypervisor gave the guest at its power-on.</param>
public sealed record HistoryMeasurement(
    DateTimeOffset At,
    string Source,
    ClockState State,
    ClockCause Cause,
    Duration? MedianNs,
    Duration? LowNs,
    Duration? HighNs,
    Frequency? HostHz,
    Frequency? VirtualTscHz);

/// <summary>A look at a vCenter.</summary>
/// <param name="At">When the scan started.</param>
/// <param name="DocumentId">Its document, for <c>timerprobe report --from</c>.</param>
/// <param name="IsFull">Whether all of the vCenter was seen.</param>
/// <param name="Hosts">How many hosts were seen.</param>
/// <param name="Home">How many machines were at home.</param>
/// <param name="Away">How many were away.</param>
/// <param name="Unknown">Of how many the home was unknown.</param>
/// <param name="Off">How many were off.</param>
public sealed record HistoryScan(DateTimeOffset At, Guid DocumentId, bool IsFull, int Hosts, int Home, int Away, int Unknown, int Off);
