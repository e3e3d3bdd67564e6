using TimerProbe.Lab.Tds;

namespace TimerProbe.EndToEnd.Sql;

/// <summary>What the model server says of itself.</summary>
internal static class ModelFacts
{
    private static readonly string[] Rights =
    [
        "view_server_state", "view_server_performance_state", "create_function", "create_procedure", "create_table",
        "alter_schema", "execute_schema", "select_schema", "insert_schema", "delete_schema",
    ];

    public static TdsAnswer Answer(TdsRequest request, ModelServer server) =>
        request.Says("@@VERSION") ? TdsAnswer.Row(
            ("version_text", server.Engine ?? $"Microsoft SQL Server 2022 (RTM) - {server.Version} (X64)"), ("product_version", server.Version), ("edition", "Standard Edition"), ("engine_edition", 2),
            ("machine_name", server.Machine), ("server_name", server.Machine), ("database_name", "tempdb"), ("updateability", "READ_WRITE"))
        : request.Says("HAS_PERMS_BY_NAME") ? TdsAnswer.Row([.. Rights.Select(right => (right, (object?)1))])
        : request.Says("sys.dm_os_sys_info") ? TdsAnswer.Row(
            ("cpu_ticks", ++server.Readings * 40 * 2_494_000_000L), ("ms_ticks", server.Readings * 40_000L), ("cpu_count", 8), ("scheduler_count", 8), ("time_source", "QUERY_PERFORMANCE_COUNTER"),
            ("virtual_machine_type", "HYPERVISOR"), ("started_local", new DateTime(2026, 11, 1, 1, 0, 0, DateTimeKind.Unspecified)), ("up_seconds", 1_728_000L))
        : request.Says("ComputerNamePhysicalNetBIOS") ? TdsAnswer.Row(("physical_name", server.Node))
        : request.Says("sys.traces") ? TdsAnswer.Row(("may_see", server.Trace is null ? 0 : 1), ("trace_id", server.Trace is { Length: > 0 } ? 2 : null), ("event_name", server.Trace is { Length: > 0 } traced ? traced : null))
        : request.Says("step_ns") ? TdsAnswer.Row(("step_ns", server.StepNs))
        : request.Says("query_store_options") ? TdsAnswer.NoRows(("state", ""), ("capture", ""))
        : request.Says("dm_xe_sessions") ? TdsAnswer.NoRows(("session_name", ""), ("event_name", ""))
        : request.Says("sys.filegroups") ? TdsAnswer.Row(("filegroups", server.DivisionNs is null ? 0 : 1))
        : request.Says("FROM sys.objects") ? TdsAnswer.NoRows(("name", ""), ("type", ""))
        : request.Says("sp_getapplock") ? TdsAnswer.Row(("granted", 0))
        : request.Says("is_inlineable") ? TdsAnswer.Row(("is_inlineable", 0))
        : TdsAnswer.Done;
}
