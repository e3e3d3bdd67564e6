-- Purpose:  what the Query Store of this database records; capture mode ALL notes every query.
-- Versions: 13 and later, Azure SQL. tempdb has no Query Store, and there is no row.
-- Rights:   VIEW DATABASE STATE; from 16 VIEW DATABASE PERFORMANCE STATE is enough.
SELECT
    CAST(o.actual_state_desc AS nvarchar(60)) AS state,
    CAST(o.query_capture_mode_desc AS nvarchar(60)) AS capture
FROM sys.database_query_store_options AS o;
