-- Purpose:  the field's workload: a scalar function that tries the odd divisors from 3 to the root, statement by statement. It
--           returns the smallest factor of the number, which is the number itself when it is prime.
-- Versions: before 15, which knows no INLINE. A WHILE loop is never inlined anyway.
-- Rights:   CREATE FUNCTION in the database and ALTER on the schema dbo.
CREATE FUNCTION dbo.$(Object) (@number bigint) RETURNS bigint
AS
BEGIN
    DECLARE @divisor bigint;
    DECLARE @root bigint;
    IF @number % 2 = 0 RETURN 2;
    SET @divisor = 3;
    SET @root = CAST(SQRT(CAST(@number AS float)) AS bigint);
    WHILE @divisor <= @root
    BEGIN
        IF @number % @divisor = 0 RETURN @divisor;
        SET @divisor = @divisor + 2;
    END;
    RETURN @number;
END;
