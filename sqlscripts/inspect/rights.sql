-- Purpose:  what the login may do here: 1 yes, 0 no, NULL when the server knows no such right.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
SELECT
    CAST(HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW SERVER STATE') AS int) AS view_server_state,
    CAST(HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW SERVER PERFORMANCE STATE') AS int) AS view_server_performance_state,
    CAST(HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', N'CREATE FUNCTION') AS int) AS create_function,
    CAST(HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', N'CREATE PROCEDURE') AS int) AS create_procedure,
    CAST(HAS_PERMS_BY_NAME(DB_NAME(), N'DATABASE', N'CREATE TABLE') AS int) AS create_table,
    CAST(HAS_PERMS_BY_NAME(N'dbo', N'SCHEMA', N'ALTER') AS int) AS alter_schema,
    CAST(HAS_PERMS_BY_NAME(N'dbo', N'SCHEMA', N'EXECUTE') AS int) AS execute_schema,
    CAST(HAS_PERMS_BY_NAME(N'dbo', N'SCHEMA', N'SELECT') AS int) AS select_schema,
    CAST(HAS_PERMS_BY_NAME(N'dbo', N'SCHEMA', N'INSERT') AS int) AS insert_schema,
    CAST(HAS_PERMS_BY_NAME(N'dbo', N'SCHEMA', N'DELETE') AS int) AS delete_schema;
