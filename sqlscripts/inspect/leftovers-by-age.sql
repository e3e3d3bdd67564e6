-- Purpose:  objects that an earlier run could not drop, on servers without application locks: those two days old.
-- Versions: compatible servers.
-- Rights:   ALTER on the schema dbo, which shows what is in it.
SELECT CAST(o.name AS nvarchar(128)) AS name, CAST(o.type AS nvarchar(2)) AS type
FROM sys.objects AS o
WHERE o.schema_id = SCHEMA_ID(N'dbo')
    AND o.type IN (N'FN', N'P', N'U')
    AND (o.name LIKE N'TimerProbe[_]%' OR o.name LIKE N'#TimerProbe[_]%')
    AND DATEDIFF(day, o.create_date, GETDATE()) >= 2;
