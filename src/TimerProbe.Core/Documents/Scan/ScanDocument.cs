namespace TimerProbe.Core.Documents;

/// <summary>What <c>timerprobe scan</c> read of one or more vCenters.</summary>
public sealed record ScanDocument : IConcludedDocument<ScanDocument>
{
    /// <summary>The name and version of this document's form.</summary>
    public const string SchemaName = "timerprobe.scan/1";

    private const string AwayRule = "TP201";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>A UUID of version 7 (RFC 9562), so that ids sort by time.</summary>
    public required Guid Id { get; init; }

    /// <summary>The program that made the document.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When the command started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How far two frequencies may differ and still count as one.</summary>
    public required PartsPerMillion TolerancePpm { get; init; }

    /// <summary>From where on something was worth a finding.</summary>
    public FleetThresholds Thresholds { get; init => field = value ?? FleetThresholds.Default; } = FleetThresholds.Default;

    /// <summary>Whether names, addresses and ids are pseudonyms.</summary>
    public bool Anonymized { get; init; }

    /// <summary>What of the inventory was asked for; an empty list leaves nothing out.</summary>
    public ScanScope Scope { get; init => field = value ?? new(); } = new();

    /// <summary>What each vCenter reported, in the order they were given.</summary>
    [JsonPropertyName("vcenters")]
    public required IReadOnlyList<VCenterFacts> VCenters { get; init; }

    /// <summary>What became of the guests' results; null when none were given.</summary>
    public GuestResultsFacts? GuestResults { get; init; }

    /// <summary>What became of the results that guests published; null when none did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public PublishedResultsFacts? Published { get; init; }

    /// <summary>What became of the checks that the store has of guests; null without a store that has any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public StoredResultsFacts? StoredChecks { get; init; }

    /// <summary>What is worth knowing, the most severe first.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>What a configuration keeps out of the findings; null when it keeps out nothing.</summary>
    public MutingFacts? Muting { get; init; }

    /// <summary>What earlier scans of the same vCenters saw; null without a store that knows of any.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ScanTrend? Trend { get; init; }

    /// <summary>
    /// How far the store's clock was ahead of this machine's, in whole seconds, negative when behind; null without a store.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? StoreClockApartSeconds { get; init; }

    /// <summary>The servers that were given twice, by two names, and are counted once; null when none was.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<LeftOutServer>? LeftOut { get; init; }

    /// <summary>What the scan cannot be relied on for besides what is about one vCenter, a sentence each; null when nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Sentence(nameof(ProblemDetails))]
    public IReadOnlyList<string>? Problems { get; init; }

    /// <summary>The same as data, in the same order; null when nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<Problem>? ProblemDetails { get; init; }

    /// <summary>What the command itself cost.</summary>
    public required ScanTiming Timing { get; init; }

    public ScanDocument WithStoreClock(TimeSpan ahead) => ClockSkew.OfStore(ahead) is { } problem
        ? WithProblems([problem]) with { StoreClockApartSeconds = ClockSkew.WholeSeconds(ahead) }
        : this with { StoreClockApartSeconds = ClockSkew.WholeSeconds(ahead) };

    public ScanDocument WithProblems(IReadOnlyCollection<Problem> more) => more.Count == 0 ? this : this with
    {
        Problems = [.. Problems ?? [], .. more.Select(problem => problem.ToString())],
        ProblemDetails = [.. ProblemDetails ?? [], .. more],
    };

    public ScanDocument WithFindings((IReadOnlyList<Finding> Active, MutingFacts? Muting) divided) =>
        this with { Findings = divided.Active, Muting = divided.Muting };

    internal ScanDocument Upgraded()
    {
        if (VCenters.All(vcenter => vcenter.Classes is not null || vcenter.Hosts.Count == 0))
        {
            return this;
        }

        var slow = VCenters.SelectMany(vcenter => vcenter.VirtualMachines.Where(machine => machine.IsSlowAway))
            .Select(machine => machine.Id)
            .ToHashSet();
        return this with
        {
            VCenters = [.. VCenters.Select(vcenter => vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(Open)] })],
            Findings = [.. Findings.Where(finding => finding.Rule != AwayRule || slow.Contains(finding.Subject.Id ?? ""))],
        };
    }

    private static VirtualMachineFacts Open(VirtualMachineFacts machine) =>
        machine is { Placement: Facts.Placement.Away, IsSlowAway: false }
            ? machine with { Destination = null, MoveObstacle = null }
            : machine;
}

/// <summary>What a scan cost.</summary>
/// <param name="TotalMs">Wall-clock time from the process's start to the document.</param>
/// <param name="Requests">The requests sent, to all vCenters.</param>
/// <param name="Steps">What was done, in the order it ended.</param>
public sealed record ScanTiming(double TotalMs, long Requests, IReadOnlyList<ScanStep> Steps);

/// <summary>What a store knows of earlier scans of the same vCenters.</summary>
/// <param name="Scans">The last ones of them, the oldest first; this scan is not among them.</param>
/// <param name="Changes">What is different since the last of them, by kind, the most frequent first.</param>
public sealed record ScanTrend(IReadOnlyList<EarlierScan> Scans, IReadOnlyList<ChangeCount> Changes);

/// <summary>How many virtual machines an earlier scan saw.</summary>
/// <param name="At">When it started.</param>
/// <param name="IsFull">Whether nothing was filtered out, and all of it could be read.</param>
/// <param name="Home">At home.</param>
/// <param name="Away">Away.</param>
/// <param name="Unknown">Of unknown home.</param>
/// <param name="Off">Powered off or suspended.</param>
public sealed record EarlierScan(DateTimeOffset At, bool IsFull, int Home, int Away, int Unknown, int Off);

/// <summary>How many changes of a kind there were.</summary>
/// <param name="Kind">What happened, as in a history's changes: <c>wentAway</c>, <c>cameHome</c>, <c>powerCycled</c> and so on.</param>
/// <param name="Count">How many times.</param>
public sealed record ChangeCount(string Kind, int Count)
{
    /// <summary>The kind; null for one that a later release added.</summary>
    [JsonIgnore]
    public ChangeKind? KnownKind => GetKind(Kind);

    internal static ChangeKind? GetKind(string name) =>
        Enum.TryParse<ChangeKind>(name, ignoreCase: true, out var kind) && Enum.IsDefined(kind) && kind.ToDocumentName() == name
            ? kind : null;
}
