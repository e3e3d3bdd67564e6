namespace TimerProbe.Core.Facts;

/// <summary>What is known of a SQL Server instance, by what it reports of itself.</summary>
public sealed record SqlServerFacts
{
    /// <summary>SQL Server on a machine of one's own, as <see cref="Engine"/> names it.</summary>
    public const string SqlServer = "SQL Server";

    private const string AzureDatabase = "Azure SQL Database";
    private const string AzureManagedInstance = "Azure SQL Managed Instance";

    /// <summary>The instance's own name.</summary>
    [Pseudonym(NameKind.SqlServer)]
    public required string Name { get; init; }

    /// <summary>The product's version, such as <c>16.0.4135.4</c>; null when not reported.</summary>
    public string? Version { get; init; }

    /// <summary>The edition, such as <c>Standard Edition</c>.</summary>
    public string? Edition { get; init; }

    /// <summary>What answers: SQL Server, Azure SQL Database, Azure SQL Managed Instance, or a compatible server by its own name.</summary>
    public required string Engine { get; init; }

    /// <summary>Whether the instance runs on this machine.</summary>
    public required bool Local { get; init; }

    /// <summary>The database in which the workloads ran.</summary>
    [Pseudonym(NameKind.Database)]
    public string? Database { get; init; }

    /// <summary><c>time_source_desc</c> of <c>sys.dm_os_sys_info</c>.</summary>
    public string? TimeSource { get; init; }

    /// <summary><c>virtual_machine_type_desc</c> of <c>sys.dm_os_sys_info</c>.</summary>
    public string? VirtualMachineType { get; init; }

    /// <summary>Schedulers for user work.</summary>
    public int? Schedulers { get; init; }

    /// <summary>The rate of the guest's TSC over the run: <c>cpu_ticks</c> over <c>ms_ticks</c>. It does not show trapping.</summary>
    public Frequency? TscHz { get; init; }

    /// <summary>How far off that rate may be, by the coarseness of <c>ms_ticks</c>.</summary>
    public PartsPerMillion? TscUncertaintyPpm { get; init; }

    /// <summary>When the instance started, by its own clock.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Running sessions that profile every statement, by name; null when they may not be seen.</summary>
    [Pseudonym(NameKind.Session)]
    public IReadOnlyList<string>? ProfilingSessions { get; init; }

    /// <summary>
    /// Running SQL traces that record every statement or plan, such as <c>2 (SP:StmtCompleted)</c>; null when they may not be seen.
    /// </summary>
    public IReadOnlyList<string>? StatementTraces { get; init; }

    /// <summary>
    /// Whether trace flag 7412 makes SQL Server 2016 or 2017 collect live query statistics for all; null elsewhere and when not
    /// reported.
    /// </summary>
    public bool? LiveQueryStatistics { get; init; }

    /// <summary>
    /// What the database's Query Store captures (<c>ALL</c>, <c>AUTO</c>, <c>CUSTOM</c>, <c>NONE</c>; <c>OFF</c>); null when not
    /// reported.
    /// </summary>
    public string? QueryStoreCapture { get; init; }

    /// <summary>The smallest step that <c>SYSUTCDATETIME()</c> was seen to make; null when it was not seen to move.</summary>
    public Duration? ClockStepNs { get; init; }

    /// <summary>What the login may not see, and the right that is missing.</summary>
    public IReadOnlyList<SqlMissingRight> MissingRights { get; init => field = value ?? []; } = [];

    /// <summary>Which of the above are unavailable, and why.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init => field = value ?? []; } = [];

    /// <summary>Whether it is neither SQL Server nor one of Azure SQL's two, but speaks their protocol.</summary>
    public bool IsCompatibleOnly() => Engine is not (SqlServer or AzureDatabase or AzureManagedInstance);

    /// <summary>While it records or profiles every statement, nothing measured inside it can be compared, whatever the clock.</summary>
    public bool RecordsStatements() =>
        ProfilingSessions is { Count: > 0 } || StatementTraces is { Count: > 0 } || LiveQueryStatistics == true || StoreCapturesAll();

    /// <summary>Whether the login would see what records statements.</summary>
    internal bool ShowsRecording() => IsCompatibleOnly() || (ProfilingSessions is not null && StatementTraces is not null);

    internal bool StoreCapturesAll() => string.Equals(QueryStoreCapture, "ALL", StringComparison.OrdinalIgnoreCase);
}

/// <summary>A right that the login lacks.</summary>
/// <param name="Right">The right as GRANT spells it, such as <c>VIEW SERVER PERFORMANCE STATE</c>.</param>
/// <param name="For">What it is needed for, in words.</param>
public sealed record SqlMissingRight(string Right, string For);
