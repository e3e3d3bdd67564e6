-- Purpose:  whether the database already has a memory-optimized filegroup, without which nothing compiles natively.
-- Versions: 12 and later, Azure SQL.
-- Rights:   none.
SELECT CAST(COUNT(*) AS int) AS filegroups FROM sys.filegroups WHERE type = N'FX';
