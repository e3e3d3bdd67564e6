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
    /// How far its clock was ahead of this machine's at the login, in whole seconds, negative when behind; null when it did not
    /// report its time.
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

    /// <summary>What of the problems is known and accepted; null when nothing is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public KnownGapFacts? KnownGaps { get; init; }

    /// <summary>Whether everything was read that was asked for, but for gaps that are known and accepted.</summary>
    [JsonIgnore]
    public bool IsReadAsExpected =>
        Status == ReadStatus.Complete
            || (Status == ReadStatus.Partial && KnownGaps is { Accepted.Count: > 0 and var accepted } && accepted == Problems.Count);

    /// <summary>What of it was asked for; null where it is the whole document's scope.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ScanScope? Scope { get; init; }

    /// <summary>Its hosts.</summary>
    public IReadOnlyList<HostFacts> Hosts { get; init => field = value ?? []; } = [];

    /// <summary>Its clusters.</summary>
    public IReadOnlyList<ClusterFacts> Clusters { get; init => field = value ?? []; } = [];

    /// <summary>Its virtual machines, templates and vSphere's own left out.</summary>
    public IReadOnlyList<VirtualMachineFacts> VirtualMachines { get; init => field = value ?? []; } = [];

    /// <summary>Whether this is a host by itself and no vCenter.</summary>
    [JsonIgnore]
    public bool IsSingleHost => FullName?.StartsWith("VMware ESX", StringComparison.Ordinal) == true;

    /// <summary>Its hosts by processor and release; null of a release that did not look at them.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<HostClass>? Classes { get; init; }

    /// <summary>How many templates it holds.</summary>
    public int Templates { get; init; }

    /// <summary>
    /// How many machines it holds that vSphere runs for itself, as those of its cluster services (vCLS); they are not among the
    /// virtual machines; left out of documents without any.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Agents { get; init; }

    /// <summary>
    /// How many frozen parents of instant clones it holds, which never run again; they are not among the virtual machines; left out
    /// of documents without any.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Frozen { get; init; }

    /// <summary>The same vCenter, with those of its problems accepted that are known gaps; of one that failed, none is.</summary>
    /// <param name="today">The day, in UTC.</param>
    public VCenterFacts Accepting(IReadOnlyList<KnownGap> gaps, DateOnly today) =>
        this with { KnownGaps = KnownGapFacts.Of(Status == ReadStatus.Failed ? [] : ProblemDetails, gaps, today) };

    public VCenterFacts With(IReadOnlyList<Problem> problems) =>
        this with { Problems = [.. problems.Select(problem => problem.ToString())], ProblemDetails = problems };
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
