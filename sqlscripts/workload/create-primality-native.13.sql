-- Purpose:  the same divisors, natively compiled: no statement is interpreted, so no clock is read for one.
-- Versions: 13 and later, Azure SQL where In-Memory OLTP is offered. The database must have a memory-optimized filegroup already;
--           none is ever added.
-- Rights:   CREATE FUNCTION in the database and ALTER on the schema dbo.
CREATE FUNCTION dbo.$(Object) (@number bigint) RETURNS bigint
WITH NATIVE_COMPILATION, SCHEMABINDING
AS
BEGIN ATOMIC WITH (TRANSACTION ISOLATION LEVEL = SNAPSHOT, LANGUAGE = N'us_english')
    DECLARE @divisor bigint = 3;
    DECLARE @root bigint = CAST(SQRT(CAST(@number AS float)) AS bigint);
    DECLARE @factor bigint = @number;
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
    RETURN @factor;
END;
