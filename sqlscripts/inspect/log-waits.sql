-- Purpose:  how often the log of this database was written and waited for since the instance started, and how long that took. Read
--           before and after the commits it says whether they waited for the log or for a processor.
-- Versions: 10 and later.
-- Rights:   VIEW SERVER STATE; from 16 VIEW SERVER PERFORMANCE STATE is enough.
SELECT
    CAST(SUM(f.io_stall_write_ms) AS bigint) AS stall_ms,
    CAST(SUM(f.num_of_writes) AS bigint) AS writes,
    CAST(MAX(w.wait_time_ms - w.signal_wait_time_ms) AS bigint) AS wait_ms,
    CAST(MAX(w.waiting_tasks_count) AS bigint) AS waits
FROM sys.dm_io_virtual_file_stats(DB_ID(), NULL) AS f
INNER JOIN sys.database_files AS d ON d.file_id = f.file_id AND d.type = 1
LEFT JOIN sys.dm_os_wait_stats AS w ON w.wait_type = N'WRITELOG';
