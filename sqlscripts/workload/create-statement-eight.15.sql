-- Purpose:  a loop with eight statements an iteration, each of which makes one assignment: the twin of the one with one statement.
-- Versions: 15 and later, Azure SQL. INLINE = OFF keeps the function interpreted, whatever later versions learn to inline.
-- Rights:   CREATE FUNCTION in the database and ALTER on the schema dbo.
CREATE FUNCTION dbo.$(Object) (@count bigint) RETURNS bigint
WITH INLINE = OFF
AS
BEGIN
    DECLARE @a bigint;
    DECLARE @b bigint;
    DECLARE @c bigint;
    DECLARE @d bigint;
    DECLARE @e bigint;
    DECLARE @f bigint;
    DECLARE @g bigint;
    DECLARE @h bigint;
    SELECT @a = 0, @b = 0, @c = 0, @d = 0, @e = 0, @f = 0, @g = 0, @h = 0;
    WHILE @a < @count
    BEGIN
        SET @a = @a + 1;
        SET @b = @b + 2;
        SET @c = @c + 3;
        SET @d = @d + 4;
        SET @e = @e + 5;
        SET @f = @f + 6;
        SET @g = @g + 7;
        SET @h = @h + 8;
    END;
    RETURN @a + @b + @c + @d + @e + @f + @g + @h;
END;
