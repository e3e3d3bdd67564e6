-- Purpose:  whether the server might fold the function into the statement that calls it; then its figure says nothing.
-- Versions: 15 and later, Azure SQL.
-- Rights:   ALTER on the schema dbo, which shows what is in it.
SELECT CAST(CASE WHEN is_inlineable = 1 AND inline_type = 1 THEN 1 ELSE 0 END AS int) AS is_inlineable FROM sys.sql_modules WHERE object_id = OBJECT_ID(N'dbo.$(Object)');
