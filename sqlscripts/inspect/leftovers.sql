-- Purpose:  objects that an earlier run could not drop, and whose run no longer holds its lock.
-- Versions: 10 and later, Azure SQL.
-- Rights:   none to see one's own objects.
SELECT CAST(o.name AS nvarchar(128)) AS name, CAST(o.type AS nvarchar(2)) AS type
FROM sys.objects AS o
WHERE o.schema_id = SCHEMA_ID(N'dbo')
    AND o.type IN (N'FN', N'P', N'U')
    AND o.name LIKE N'TimerProbe[_]%'
    AND APPLOCK_TEST(N'public', LEFT(o.name, 43), N'Exclusive', N'Session') = 1;
