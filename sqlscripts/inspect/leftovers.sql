-- Purpose:  objects of runs, living or not: which it is says run-ended.
-- Versions: 10 and later, Azure SQL.
-- Rights:   ALTER on the schema dbo, which shows what is in it.
SELECT CAST(o.name AS nvarchar(128)) AS name, CAST(o.type AS nvarchar(2)) AS type
FROM sys.objects AS o
WHERE o.schema_id = SCHEMA_ID(N'dbo')
    AND o.type IN (N'FN', N'P', N'U')
    AND o.name LIKE N'TimerProbe[_]%';
