-- Purpose:  the same divisors, natively compiled: no statement is interpreted, so no clock is read for one.
-- Versions: 12, where only procedures compile. The database must have a memory-optimized filegroup already; none is ever added.
-- Rights:   CREATE PROCEDURE in the database and ALTER on the schema dbo.
CREATE PROCEDURE dbo.$(Object) @number bigint, @factor bigint OUTPUT
WITH NATIVE_COMPILATION, SCHEMABINDING, EXECUTE AS OWNER
AS
BEGIN ATOMIC WITH (TRANSACTION ISOLATION LEVEL = SNAPSHOT, LANGUAGE = N'us_english')
    DECLARE @divisor bigint = 3;
    DECLARE @root bigint = CAST(SQRT(CAST(@number AS float)) AS bigint);
    SET @factor = @number;
    IF @number % 2 = 0
    BEGIN
        SET @factor = 2;
        SET @root = 0;
    END;
    WHILE @divisor <= @root
    BEGIN
        IF @number % @divisor = 0
        BEGIN
            SET @factor = @divisor;
            SET @root = 0;
        END;
        SET @divisor = @divisor + 2;
    END;
END;
