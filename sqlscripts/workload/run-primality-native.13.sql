-- Purpose:  one run of the natively compiled function, timed by the server. @number: what is tested.
-- Versions: 13 and later, Azure SQL.
-- Rights:   EXECUTE on the schema dbo: who makes a function there does not own it.
SET NOCOUNT ON;
DECLARE @started datetime2(7);
DECLARE @ended datetime2(7);
DECLARE @result bigint;
SET @started = SYSUTCDATETIME();
SET @result = dbo.$(Object)(@number);
SET @ended = SYSUTCDATETIME();
SELECT @started AS started, @ended AS ended, @result AS result;
