-- Purpose:  one run of the natively compiled procedure, timed by the server. @number: what is tested.
-- Versions: 12, where the native module is a procedure.
-- Rights:   EXECUTE on the schema dbo: who makes a procedure there does not own it.
SET NOCOUNT ON;
DECLARE @started datetime2(7);
DECLARE @ended datetime2(7);
DECLARE @result bigint;
SET @started = SYSUTCDATETIME();
EXEC dbo.$(Object) @number = @number, @factor = @result OUTPUT;
SET @ended = SYSUTCDATETIME();
SELECT @started AS started, @ended AS ended, @result AS result;
