-- Purpose:  a loop with one statement an iteration that makes eight assignments. Against its twin, which makes the same assignments
--           in eight statements, the difference is the price of seven statements.
-- Versions: before 15, which knows no INLINE. A WHILE loop is never inlined anyway.
-- Rights:   CREATE FUNCTION in the database and ALTER on the schema dbo.
CREATE FUNCTION dbo.$(Object) (@count bigint) RETURNS bigint
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
        SELECT @a = @a + 1, @b = @b + 2, @c = @c + 3, @d = @d + 4, @e = @e + 5, @f = @f + 6, @g = @g + 7, @h = @h + 8;
    END;
    RETURN @a + @b + @c + @d + @e + @f + @g + @h;
END;
