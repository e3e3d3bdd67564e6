-- Purpose:  one run of a loop in a procedure, timed by the server. @count: passes.
-- Versions: 10 and later; compatible servers.
-- Rights:   none: the procedure is temporary.
SET NOCOUNT ON;
DECLARE @started datetime2(7);
DECLARE @ended datetime2(7);
DECLARE @result bigint;
SET @started = SYSUTCDATETIME();
EXEC $(Object) @count = @count;
SET @result = @count;
SET @ended = SYSUTCDATETIME();
SELECT @started AS started, @ended AS ended, @result AS result;
