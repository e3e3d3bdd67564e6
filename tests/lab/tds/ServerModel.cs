namespace TimerProbe.Lab.Tds;

/// <summary>What a SQL Server says of itself when it is asked as this program asks.</summary>
internal abstract class ServerModel
{
    private const string Version = "16.0.4135.4";

    private static readonly string[] Rights =
    [
        "view_server_state", "view_server_performance_state", "create_function", "create_procedure", "create_table",
        "alter_schema", "execute_schema", "select_schema", "insert_schema", "delete_schema",
    ];

    /// <summary>How often a reader asked for the counters: the server's clock went on by 40 s each time.</summary>
    private int _readings;

    public string Machine { get; init; } = "DB01";

    /// <summary>The node of a failover cluster; null where it tells none.</summary>
    public string? Node { get; init; }

    /// <summary>What it calls itself; null for SQL Server.</summary>
    public string? Engine { get; init; }

    /// <summary>The event that a SQL trace records; empty without a trace, null where traces may not be seen.</summary>
    public string? Trace { get; init; } = "";

    public long StepNs { get; init; } = 1_000_000;

    /// <summary>What a divisor costs natively compiled; null where the database cannot compile.</summary>
    public double? DivisionNs { get; init; }

    /// <summary>How many milliseconds the log was written, and how often, since it started; null where that may not be seen.</summary>
    public (long Milliseconds, long Writes)? Log { get; set; } = (0, 0);

    /// <summary>Whether it says that it is SQL Server, and is not.</summary>
    public bool IsImpostor { get; init; }

    /// <summary>What it says to anything but a run of a workload.</summary>
    public TdsAnswer Facts(TdsRequest request) =>
        request.Says("@@VERSION") ? TdsAnswer.Row(
            ("version_text", Engine ?? $"Microsoft SQL Server 2022 (RTM) - {Version} (X64)"), ("product_version", Version), ("edition", "Standard Edition"), ("engine_edition", 2), ("resource_version", IsImpostor ? null : "16.00.4135"), ("babelfish_version", null),
            ("machine_name", Machine), ("server_name", Machine), ("database_name", "tempdb"), ("updateability", "READ_WRITE"))
        : request.Says("HAS_PERMS_BY_NAME") ? TdsAnswer.Row([.. Rights.Select(right => (right, (object?)1))])
        : request.Says("sys.dm_os_sys_info") ? TdsAnswer.Row(
            ("cpu_ticks", ++_readings * 40 * 2_494_000_000L), ("ms_ticks", _readings * 40_000L), ("cpu_count", 8), ("scheduler_count", 8), ("time_source", "QUERY_PERFORMANCE_COUNTER"),
            ("virtual_machine_type", "HYPERVISOR"), ("started_local", new DateTime(2026, 11, 1, 1, 0, 0, DateTimeKind.Unspecified)), ("up_seconds", 1_728_000L))
        : request.Says("ComputerNamePhysicalNetBIOS") ? TdsAnswer.Row(("physical_name", Node))
        : request.Says("sys.traces") ? TdsAnswer.Row(("may_see", Trace is null ? 0 : 1),
            ("trace_id", Trace is { Length: > 0 } ? 2 : null), ("event_name", Trace is { Length: > 0 } traced ? traced : null))
        : request.Says("step_ns") ? TdsAnswer.Row(("step_ns", StepNs))
        : request.Says("query_store_options") ? TdsAnswer.NoRows(("state", ""), ("capture", ""))
        : request.Says("dm_xe_sessions") ? TdsAnswer.NoRows(("session_name", ""), ("event_name", ""))
        : request.Says("io_stall_write_ms") ? (Log is not { } log ? TdsAnswer.Error(300, 14, "VIEW SERVER PERFORMANCE STATE permission was denied.") : TdsAnswer.Row(
            ("stall_ms", log.Milliseconds), ("writes", log.Writes), ("wait_ms", log.Milliseconds), ("waits", log.Writes)))
        : request.Says("sys.filegroups") ? TdsAnswer.Row(("filegroups", DivisionNs is null ? 0 : 1))
        : request.Says("FROM sys.objects") ? TdsAnswer.NoRows(("name", ""), ("type", ""))
        : request.Says("sp_getapplock") ? TdsAnswer.Row(("granted", 0)) : request.Says("is_inlineable") ? TdsAnswer.Row(("is_inlineable", 0)) : TdsAnswer.Done;
}
