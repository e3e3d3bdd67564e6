namespace TimerProbe.Core.Documents;

/// <summary>What <c>timerprobe plan</c> concluded from saved scans: what a change would do to clocks, before it is made.</summary>
public sealed record PlanDocument
{
    /// <summary>The name and version of this document's form.</summary>
    public const string SchemaName = "timerprobe.plan/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>A UUID of version 7 (RFC 9562), so that ids sort by time.</summary>
    public required Guid Id { get; init; }

    /// <summary>The program that made the document.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When the plan was made.</summary>
    public required DateTimeOffset MadeAt { get; init; }

    /// <summary>What was asked for.</summary>
    public required PlanKind Kind { get; init; }

    /// <summary>How it was to be planned.</summary>
    public required PlanSettings Settings { get; init; }

    /// <summary>How far two frequencies may differ and still count as one.</summary>
    public required PartsPerMillion TolerancePpm { get; init; }

    /// <summary>Whether names, addresses and ids are pseudonyms.</summary>
    public bool Anonymized { get; init; }

    /// <summary>The scans it rests on, in the order they were given.</summary>
    public required IReadOnlyList<PlannedScan> Scans { get; init; }

    /// <summary>
    /// The moves proposed, in the order to make them; none of them makes a clock slower. Empty where the kind proposes none.
    /// </summary>
    public IReadOnlyList<PlannedMove> Moves { get; init => field = value ?? []; } = [];

    /// <summary>The result of emptying hosts; null for another kind.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public EvacuationPlan? Evacuation { get; init; }

    /// <summary>The result of bringing machines home; null for another kind.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public HomePlan? Home { get; init; }

    /// <summary>The DRS groups and rules, a cluster each; null for another kind.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<ClusterRules>? Rules { get; init; }

    /// <summary>The checks inside machines that would decide what the forecast leaves undecided, the most useful first.</summary>
    public IReadOnlyList<UsefulMeasurement> Measurements { get; init => field = value ?? []; } = [];

    /// <summary>What the plan assumes or cannot know, a sentence each.</summary>
    public IReadOnlyList<string> Assumptions { get; init => field = value ?? []; } = [];
}

/// <summary>What a plan is for.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<PlanKind>))]
public enum PlanKind
{
    /// <summary>Emptying hosts.</summary>
    Evacuate,

    /// <summary>Bringing machines to hosts of their home's frequency.</summary>
    Home,

    /// <summary>Groups and rules that keep machines with their frequency class.</summary>
    Rules,
}

/// <summary>How it is planned.</summary>
/// <param name="FillPercent">Up to which share of its memory and of its CPU a host is filled, in per cent; above 0, at most 100.</param>
/// <param name="WaveSize">The most moves that run at once; at least 1.</param>
public sealed record PlanSettings(double FillPercent = 90, int WaveSize = 8);

/// <summary>A scan that a plan rests on.</summary>
/// <param name="Id">The document's id.</param>
/// <param name="StartedAt">When it started.</param>
/// <param name="Servers">The vCenters of it that are planned; of two scans of one vCenter only the later is.</param>
public sealed record PlannedScan(Guid Id, DateTimeOffset StartedAt, [property: Pseudonym(NameKind.Vcenter)] IReadOnlyList<string> Servers);

/// <summary>Why a move is proposed.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<MoveReason>))]
public enum MoveReason
{
    /// <summary>To bring the machine to a host where its clock is fast.</summary>
    Home,

    /// <summary>To make room for one that comes home; this machine is fast on both hosts.</summary>
    MakeRoom,

    /// <summary>To be on one host with a machine that moves, by a DRS rule.</summary>
    Together,

    /// <summary>To empty its host.</summary>
    Evacuate,

    /// <summary>Back to the host that was emptied for a while.</summary>
    Return,
}

/// <summary>A machine in a plan.</summary>
/// <param name="Server">The vCenter, as the scan names it.</param>
/// <param name="Name">Its name.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Cluster">Its cluster; null on a host outside of any.</param>
/// <param name="Folder">Its folder below the datacenter; null when not reported.</param>
/// <param name="Host">The host it is on.</param>
public sealed record MachineOfPlan(
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Pseudonym(NameKind.Vm)] string Name,
    string Id,
    [property: Pseudonym(NameKind.Cluster)] string? Cluster,
    [property: Pseudonym(NameKind.Folder)] string? Folder,
    [property: Pseudonym(NameKind.Host)] string Host);

/// <summary>A check in a guest that would decide what a forecast leaves undecided.</summary>
/// <param name="Machine">In which machine.</param>
/// <param name="NarrowsBy">By how many machines best and worst case come closer.</param>
/// <param name="SqlServerExpected">Whether SQL Server is expected in it.</param>
public sealed record UsefulMeasurement(MachineOfPlan Machine, int NarrowsBy, bool SqlServerExpected);

/// <summary>How many machines run slow.</summary>
/// <param name="Best">In the best case, unknown homes taken for the best; no allowed placement has fewer.</param>
/// <param name="ExpectedLow">By the free capacity of the hosts that each may go to, unknown homes taken for the best.</param>
/// <param name="ExpectedHigh">The same, unknown homes taken for the worst.</param>
/// <param name="Worst">In the worst case; no allowed placement has more.</param>
public sealed record SlowForecast(int Best, double ExpectedLow, double ExpectedHigh, int Worst)
{
    internal static SlowForecast From(PlannedClock clock) => clock switch
    {
        PlannedClock.Fast => new(0, 0, 0, 0),
        PlannedClock.Slow => new(1, 1, 1, 1),
        _ => new(0, 0, 1, 1),
    };

    internal static SlowForecast Sum(IEnumerable<SlowForecast> each) => each.Aggregate(
        new SlowForecast(0, 0, 0, 0),
        (sum, one) => new(
            sum.Best + one.Best, sum.ExpectedLow + one.ExpectedLow, sum.ExpectedHigh + one.ExpectedHigh, sum.Worst + one.Worst));
}

/// <summary>What keeps a machine from a move without downtime to a host where its clock is fast.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<PlanObstacle>))]
public enum PlanObstacle
{
    /// <summary>No host of its cluster has such a frequency.</summary>
    NoHost,

    /// <summary>Those that have are in maintenance or not connected.</summary>
    HostsUnavailable,

    /// <summary>A VM-Host rule binds it to other hosts.</summary>
    BoundElsewhere,

    /// <summary>A rule that keeps machines together.</summary>
    Affinity,

    /// <summary>A rule that keeps machines apart.</summary>
    AntiAffinity,

    /// <summary>No host has room below the bound.</summary>
    NoRoom,

    /// <summary>It reads the raw TSC: each move makes its time jump.</summary>
    RawTsc,

    /// <summary>It is part of a fault tolerance pair, which is not planned.</summary>
    FaultTolerance,

    /// <summary>Its home is not known, and no host of its present frequency takes it.</summary>
    UnknownHome,

    /// <summary>Its host does not respond or is disconnected: nothing moves off it now.</summary>
    HostNotResponding,

    /// <summary>A rule keeps more machines together than may move at once.</summary>
    WaveTooSmall,
}
