-- Purpose:  running SQL traces that record statements as they start or end, or their actual plans; all of them make short statements
--           slow. A row in any case, which says whether the login may see them.
-- Versions: 11 and later; not Azure SQL Database, which has no traces.
-- Rights:   ALTER TRACE; without it nothing can be said.
SELECT
    CAST(p.may_see AS int) AS may_see,
    CAST(t.trace_id AS int) AS trace_id,
    CAST(t.event_name AS nvarchar(128)) AS event_name
FROM (SELECT COUNT(*) AS may_see FROM sys.fn_my_permissions(NULL, N'SERVER') AS r WHERE r.permission_name = N'ALTER TRACE') AS p
LEFT JOIN (
    SELECT DISTINCT s.id AS trace_id, n.name AS event_name
    FROM sys.traces AS s
    CROSS APPLY sys.fn_trace_geteventinfo(s.id) AS e
    INNER JOIN sys.trace_events AS n ON n.trace_event_id = e.eventid
    WHERE s.status = 1 AND e.eventid IN (40, 41, 44, 45, 98, 146)
) AS t ON 1 = 1
ORDER BY trace_id, event_name;
