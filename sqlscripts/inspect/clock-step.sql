-- Purpose:  the smallest step of the time in T-SQL: the coarse clock steps by 0.5 ms and more, a precise one by microseconds. Ends
--           with the sixteenth step, or without one after 200,000 passes.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
SET NOCOUNT ON;
DECLARE @last datetime2(7);
DECLARE @now datetime2(7);
DECLARE @steps int;
DECLARE @passes int;
DECLARE @step bigint;
DECLARE @smallest bigint;
SET @steps = 0;
SET @passes = 0;
SET @last = SYSUTCDATETIME();
WHILE @steps < 16 AND @passes < 200000
BEGIN
    SET @now = SYSUTCDATETIME();
    SET @passes = @passes + 1;
    IF @now <> @last
    BEGIN
        IF @now > @last AND DATEDIFF(second, @last, @now) < 2
        BEGIN
            SET @step = DATEDIFF(nanosecond, @last, @now);
            IF @smallest IS NULL OR @step < @smallest SET @smallest = @step;
        END;
        SET @steps = @steps + 1;
        SET @passes = 0;
        SET @last = @now;
    END;
END;
SELECT @smallest AS step_ns;
