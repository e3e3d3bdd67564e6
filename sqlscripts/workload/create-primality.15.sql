-- Purpose:  the field's workload: a scalar function that tries the odd divisors from 3 to the root, statement by statement. It
--           returns the smallest factor of the number, which is the number itself when it is prime.
-- Versions: 15 and later, Azure SQL. INLINE = OFF keeps the function interpreted, whatever later versions learn to inline.
-- Rights:   CREATE FUNCTION in the database and ALTER on the schema dbo.
CREATE FUNCTION dbo.$(Object) (@number bigint) RETURNS bigint
WITH INLINE = OFF
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
