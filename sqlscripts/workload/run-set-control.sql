-- Purpose:  one set-based statement with primality's arithmetic and no loop: the control that reads no clock for a step.
--           @number: what is divided; @count: how many odd divisors from 3, at most 10,000,000. The result is how many divide it.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
SET NOCOUNT ON;
DECLARE @started datetime2(7);
DECLARE @ended datetime2(7);
DECLARE @result bigint;
SET @started = SYSUTCDATETIME();
SELECT @result = COUNT_BIG(*)
FROM (
    SELECT TOP (@count) CAST(3 + 2 * (a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n + 100000 * f.n + 1000000 * g.n) AS bigint) AS divisor
    FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS a (n)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS b (n)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS c (n)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS d (n)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS e (n)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS f (n)
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS g (n)
) AS divisors
WHERE @number % divisors.divisor = 0
OPTION (MAXDOP 1);
SET @ended = SYSUTCDATETIME();
SELECT @started AS started, @ended AS ended, @result AS result;
