namespace TimerProbe.Core.Facts;

/// <summary>A virtual machine and where its clock is at home.</summary>
public sealed record VirtualMachineFacts
{
    /// <summary>Its name in the inventory.</summary>
    [Pseudonym(NameKind.Vm)]
    public required string Name { get; init; }

    /// <summary>Its managed object id, such as <c>vm-101</c>.</summary>
    public required string Id { get; init; }

    /// <summary><c>config.uuid</c>: the SMBIOS UUID its guest sees.</summary>
    [Pseudonym(NameKind.Uuid)]
    public string? Uuid { get; init; }

    /// <summary><c>config.instanceUuid</c>: unique within its vCenter.</summary>
    [Pseudonym(NameKind.Uuid)]
    public string? InstanceUuid { get; init; }

    /// <summary>Its part in a fault tolerance pair, whose machines share name and SMBIOS UUID; null outside of one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FaultToleranceRole? FaultTolerance { get; init; }

    /// <summary>Whether it is the copy of a fault tolerance pair, which has the UUID and settings of its primary.</summary>
    [JsonIgnore]
    public bool IsSecondary => FaultTolerance == FaultToleranceRole.Secondary;

    /// <summary>Whether it is one of vSphere's own cluster services (vCLS), which must not be in rules.</summary>
    [JsonIgnore]
    public bool IsClusterService => Name.StartsWith("vCLS", StringComparison.Ordinal);

    /// <summary>Its datacenter.</summary>
    [Pseudonym(NameKind.Datacenter)]
    public string? Datacenter { get; init; }

    /// <summary>The path of its folder below the datacenter, parts joined by <c>/</c>; empty at the top, null when unknown.</summary>
    [Pseudonym(NameKind.Folder)]
    public string? Folder { get; init; }

    /// <summary>Its cluster; null on a host outside of any.</summary>
    [Pseudonym(NameKind.Cluster)]
    public string? Cluster { get; init; }

    /// <summary>That cluster's managed object id: names may repeat in other datacenters.</summary>
    public string? ClusterId { get; init; }

    /// <summary><c>poweredOn</c>, <c>poweredOff</c> or <c>suspended</c>.</summary>
    public string? PowerState { get; init; }

    /// <summary>When it was last powered on, by the host's clock; null when off or not reported.</summary>
    public DateTimeOffset? BootTime { get; init; }

    /// <summary>The host it is on.</summary>
    [Pseudonym(NameKind.Host)]
    public string? Host { get; init; }

    /// <summary>That host's managed object id.</summary>
    public string? HostId { get; init; }

    /// <summary>That host's frequency.</summary>
    public Frequency? HostHz { get; init; }

    /// <summary>The host it was powered on at; null when unknown or not applicable.</summary>
    [Pseudonym(NameKind.Host)]
    public string? HomeHost { get; init; }

    /// <summary>The frequency it was powered on at; null when unknown.</summary>
    public Frequency? HomeHz { get; init; }

    /// <summary>Why the home is believed.</summary>
    public HomeSource? HomeSource { get; init; }

    /// <summary>How sure the home is; null where it is unknown.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public HomeCertainty? HomeCertainty { get; init; }

    /// <summary>What every source says of the home, the strongest first; left out of documents where none says anything.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<HomeEvidence>? HomeEvidence { get; init; }

    /// <summary>How the home is known, or was when an earlier scan read it.</summary>
    [JsonIgnore]
    public HomeSource? HomeKnownBy => HomeSource == Facts.HomeSource.History && HomeEvidence is [{ KnownBy: { } by }, ..] ? by : HomeSource;

    /// <summary>
    /// At which frequencies it ran and when, by vCenter's statistics, the oldest first; left out of documents of a machine that is
    /// neither away nor measured slow, and where no statistics show it.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<FrequencyStretch>? Stretches { get; init; }

    /// <summary>When it was powered on there.</summary>
    public DateTimeOffset? HomeSince { get; init; }

    /// <summary>
    /// Since when it is away: the start of its last stretch, to the period of the statistics; where they do not show it, at least
    /// since it last moved or was resumed. Null where it is not away, or no source has it.
    /// </summary>
    public DateTimeOffset? AwaySince => Placement != Placement.Away ? null : AwayStretch?.From ?? new[] { MovedAt, ResumedAt }.Max();

    private FrequencyStretch? AwayStretch => Stretches is [.., { To: null } last] && HomeHz is { } home && HostHz is { } present
        && last.Hz.DifferenceFrom(present).Magnitude.Value < last.Hz.DifferenceFrom(home).Magnitude.Value ? last : null;

    /// <summary>When it last changed hosts since its power-on; null when it did not, or no event says so.</summary>
    public DateTimeOffset? MovedAt { get; init; }

    /// <summary>When it was last resumed from suspension since its power-on; null when it was not, or no event says so.</summary>
    public DateTimeOffset? ResumedAt { get; init; }

    /// <summary>When it was last reverted to a snapshot since its power-on; null when it was not, or no event says so.</summary>
    public DateTimeOffset? RevertedAt { get; init; }

    /// <summary>Why the home is unknown; null when it is known or the machine is off.</summary>
    public string? UnknownReason { get; init; }

    /// <summary>What is known of its powering on and off; of use while a scan concludes, and in no document.</summary>
    [JsonIgnore]
    public PowerHistory Power { get; init; } = PowerHistory.Unread;

    /// <summary>(host - home) / home, in millionths; null when home is unknown or the machine is off.</summary>
    public PartsPerMillion? DifferencePpm { get; init; }

    /// <summary>
    /// How large the difference is: equal (at most 20 ppm), near (at most the tolerance), different, otherModel (beyond 10,000 ppm);
    /// null without one.
    /// </summary>
    public FrequencyComparison? Comparison { get; init; }

    /// <summary>Where it is: home, away, unknown (the reason says why), off (powered off or suspended).</summary>
    public required Placement Placement { get; init; }

    /// <summary>
    /// How its clock reads where it is away: as its guest measured it, else as expected by its host; null for one that is not, unless
    /// its log says that reads trap. One of a document that does not say is open.
    /// </summary>
    public ClockExpectation? ClockExpectation
    {
        get => Placement == Placement.Home && field == Facts.ClockExpectation.ExpectedSlow && Guest is null ? field
            : Placement != Placement.Away ? null
            : Guest?.State switch
            {
                ClockState.Slow => Facts.ClockExpectation.Slow,
                ClockState.Healthy => Facts.ClockExpectation.Fast,
                _ when Settings.VirtualRdtsc == false => Facts.ClockExpectation.ExpectedFast,
                _ => field ?? Facts.ClockExpectation.Open,
            };
        init;
    }

    /// <summary>Whether it is away and measured slow there, or expected to be.</summary>
    [JsonIgnore]
    public bool IsSlowAway =>
        Placement == Placement.Away && ClockExpectation is Facts.ClockExpectation.Slow or Facts.ClockExpectation.ExpectedSlow;

    /// <summary>
    /// The hypervisor's sentence, of its present stay on its host, by which each read of its clock traps; null without one. Of use
    /// while a scan concludes, and in no document.
    /// </summary>
    [JsonIgnore]
    public string? LoggedTrap { get; init; }

    /// <summary>Whether it is away and no source says how its clock reads.</summary>
    [JsonIgnore]
    public bool IsClockOpen => ClockExpectation == Facts.ClockExpectation.Open;

    /// <summary>Whether it is away and yet measured fast, or expected to be; one that reads the raw TSC keeps wrong time instead.</summary>
    [JsonIgnore]
    public bool IsUnaffected =>
        ClockExpectation is Facts.ClockExpectation.ExpectedFast or Facts.ClockExpectation.Fast && !IsTimeExpectedWrong;

    /// <summary>
    /// Whether its time is expected to run at a wrong rate, by the difference: it reads the raw TSC of a host with a different
    /// frequency than that of its power-on.
    /// </summary>
    [JsonIgnore]
    public bool IsTimeExpectedWrong => this is { Placement: Placement.Away, Settings.VirtualRdtsc: false };

    /// <summary>
    /// Hosts of its cluster to which a vMotion would be harmless: of its home's frequency, and, of a machine that is slow or
    /// expected to be, behind them those that scale the TSC, which is expected where it was not measured.
    /// </summary>
    [Pseudonym(NameKind.Host)]
    public IReadOnlyList<string> HarmlessHosts { get; init => field = value ?? []; } = [];

    /// <summary>
    /// Where its cluster has none: the hosts of its home's frequency in other clusters that had all of its datastores and networks
    /// when it was scanned; null where these were not read.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Pseudonym(NameKind.Host)]
    public IReadOnlyList<string>? HostsElsewhere { get; init; }

    /// <summary>The one of the harmless hosts that the report proposes to move it to; null where it proposes no move.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Pseudonym(NameKind.Host)]
    public string? Destination { get; init; }

    /// <summary>
    /// What leaves none of them for it, although a move would help; null of documents, where one is proposed or none is needed.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public MoveObstacle? MoveObstacle { get; init; }

    /// <summary>
    /// Its latest moves from host to host since its power-on, the newest last; left out of documents where no event reports any.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<MachineMove>? Moves { get; init; }

    /// <summary>
    /// How far DRS moves it by itself, the cluster's automation or its own: <c>off</c>, <c>manual</c>, <c>partiallyAutomated</c>,
    /// <c>fullyAutomated</c>; null when unknown.
    /// </summary>
    public string? Drs { get; init; }

    /// <summary>The hosts that an enabled DRS VM-Host rule keeps it on, by name; null without such a rule.</summary>
    [Pseudonym(NameKind.Host)]
    public IReadOnlyList<string>? BoundTo { get; init; }

    /// <summary>Of these the hosts that mandatory rules leave it, by name; null without such a rule.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Pseudonym(NameKind.Host)]
    public IReadOnlyList<string>? MustRunOn { get; init; }

    /// <summary><c>config.guestId</c>, such as <c>windows2019srv_64Guest</c>.</summary>
    public string? GuestId { get; init; }

    [JsonIgnore]
    public bool HasWindows => GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) == true;

    /// <summary>The name its guest calls itself by, as VMware Tools report it.</summary>
    [Pseudonym(NameKind.Guest)]
    public string? GuestHostName { get; init; }

    /// <summary>How many virtual processors it has.</summary>
    public int? ProcessorCount { get; init; }

    /// <summary>How much memory it has, in bytes; null when not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? MemoryBytes { get; init; }

    /// <summary>
    /// Whether its name or its guest's says "sql", or its guest published that SQL Server is installed: nothing else in the
    /// inventory shows that it runs there.
    /// </summary>
    public bool SqlServerExpected { get; init; }

    /// <summary>What manages it instead of people, by <c>config.managedBy</c>; null where nothing does.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? ManagedBy { get; init; }

    /// <summary>Settings that touch its clock.</summary>
    public VirtualMachineSettings Settings { get; init => field = value ?? new(); } = new();

    /// <summary>What its guest measured, also when it says nothing of now; null when no result was joined.</summary>
    [JsonPropertyName("guest")]
    public JoinedGuest? GuestResult { get; init; }

    /// <summary>What its guest measured and still holds; null when no result was joined, or only a stale one.</summary>
    [JsonIgnore]
    public JoinedGuest? Guest
    {
        get => GuestResult is { Stale: null } ? GuestResult : null;
        init => GuestResult = value;
    }

    /// <summary>Its CPU pressure; null when not asked for.</summary>
    public CpuPressureOfMachine? Pressure { get; init; }
}

/// <summary>A virtual machine's part in fault tolerance, by <c>config.ftInfo.role</c>.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<FaultToleranceRole>))]
public enum FaultToleranceRole
{
    /// <summary>The one that is seen from outside; role 1.</summary>
    Primary,

    /// <summary>One that follows the primary and takes its place when it fails; a role above 1.</summary>
    Secondary,
}

/// <summary>The CPU pressure on a virtual machine over the last minutes.</summary>
/// <param name="ReadyPercent">Time ready and waiting, per virtual processor.</param>
/// <param name="CoStopPercent">Time stopped for its siblings, per virtual processor; null when the server does not count it.</param>
/// <param name="UsagePercent">Usage of its processors.</param>
/// <param name="LimitedPercent">Time held back by its limit, per virtual processor; null when the server does not count it.</param>
public sealed record CpuPressureOfMachine(double? ReadyPercent, double? CoStopPercent, double? UsagePercent, double? LimitedPercent);
