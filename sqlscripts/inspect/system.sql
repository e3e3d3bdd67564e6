-- Purpose:  the server's own view of its machine and clocks. Read twice, cpu_ticks against ms_ticks give the TSC frequency the
--           guest sees.
-- Versions: 11 and later; a compatible server may answer with zeros.
-- Rights:   VIEW SERVER STATE; from 16 VIEW SERVER PERFORMANCE STATE is enough.
SELECT
    CAST(cpu_ticks AS bigint) AS cpu_ticks,
    CAST(ms_ticks AS bigint) AS ms_ticks,
    CAST(cpu_count AS int) AS cpu_count,
    CAST(scheduler_count AS int) AS scheduler_count,
    CAST(time_source_desc AS nvarchar(60)) AS time_source,
    CAST(virtual_machine_type_desc AS nvarchar(60)) AS virtual_machine_type,
    CAST(sqlserver_start_time AS datetime2(3)) AS started_local,
    CAST(DATEDIFF(second, sqlserver_start_time, GETDATE()) AS bigint) AS up_seconds
FROM sys.dm_os_sys_info;
