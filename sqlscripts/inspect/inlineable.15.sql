-- Purpose:  whether the server might fold the function into the statement that calls it; then its figure says nothing.
-- Versions: 15 and later, Azure SQL.
-- Rights:   VIEW DEFINITION on the function, which its owner has.
SELECT CAST(is_inlineable AS int) AS is_inlineable FROM sys.sql_modules WHERE object_id = OBJECT_ID(N'dbo.$(Object)');
