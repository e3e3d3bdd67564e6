-- Purpose:  running event sessions that make the server note each plan or each statement: figures taken beside one are inflated.
--           Lightweight profiling by itself is another script's (live-statistics), SQL traces too (traces); a
--           plan that SET STATISTICS notes is its own session's affair.
-- Versions: 11 and later; not Azure SQL Database, whose sessions belong to the database.
-- Rights:   VIEW SERVER STATE; from 16 VIEW SERVER PERFORMANCE STATE is enough.
SELECT DISTINCT
    CAST(s.name AS nvarchar(256)) AS session_name,
    CAST(e.event_name AS nvarchar(256)) AS event_name
FROM sys.dm_xe_sessions AS s
INNER JOIN sys.dm_xe_session_events AS e ON e.event_session_address = s.address
WHERE e.event_name IN (
    N'query_post_execution_showplan', N'query_post_execution_plan_profile', N'query_plan_profile', N'query_thread_profile',
    N'sp_statement_starting', N'sp_statement_completed', N'sql_statement_starting', N'sql_statement_completed')
ORDER BY session_name, event_name;
