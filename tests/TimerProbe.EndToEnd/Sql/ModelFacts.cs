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
            ("version_text", $"Microsoft SQL Server 2022 (RTM) - {server.Version} (X64)"), ("product_version", server.Version), ("edition", "Standard Edition"), ("engine_edition", 2),
            ("machine_name", server.Machine), ("server_name", server.Machine), ("database_name", "tempdb"), ("updateability", "READ_WRITE"))
        : request.Says("HAS_PERMS_BY_NAME") ? TdsAnswer.Row([.. Rights.Select(right => (right, (object?)1))])
        : request.Says("sys.dm_os_sys_info") ? TdsAnswer.Row(
            ("cpu_ticks", ++server.Readings * 40 * 2_494_000_000L), ("ms_ticks", server.Readings * 40_000L), ("cpu_count", 8), ("scheduler_count", 8), ("time_source", "QUERY_PERFORMANCE_COUNTER"),
            ("virtual_machine_type", "HYPERVISOR"), ("started_local", new DateTime(2026, 11, 1, 1, 0, 0, DateTimeKind.Unspecified)), ("up_seconds", 1_728_000L))
        : request.Says("dm_xe_sessions") ? TdsAnswer.NoRows(("session_name", ""), ("event_name", ""))
        : request.Says("sys.filegroups") ? TdsAnswer.Row(("filegroups", 0))
        : request.Says("FROM sys.objects") ? TdsAnswer.NoRows(("name", ""), ("type", ""))
        : request.Says("sp_getapplock") ? TdsAnswer.Row(("granted", 0))
        : request.Says("is_inlineable") ? TdsAnswer.Row(("is_inlineable", 0))
        : TdsAnswer.Done;
}
