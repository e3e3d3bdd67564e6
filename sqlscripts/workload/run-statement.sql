-- Purpose:  one run of a function of the statement's price, timed by the server. @count: iterations. The result is 36 times that.
-- Versions: 10 and later; compatible servers.
-- Rights:   EXECUTE on the schema dbo: who makes a function there does not own it.
SET NOCOUNT ON;
DECLARE @started datetime2(7);
DECLARE @ended datetime2(7);
DECLARE @result bigint;
SET @started = SYSUTCDATETIME();
SET @result = dbo.$(Object)(@count);
SET @ended = SYSUTCDATETIME();
SELECT @started AS started, @ended AS ended, @result AS result;
