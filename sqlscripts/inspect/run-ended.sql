-- Purpose:  whether a run has ended, so that nobody holds the lock with its name.
-- Versions: 10 and later, Azure SQL; not sent to compatible servers.
-- Rights:   none beyond being in the role public.
SELECT CAST(APPLOCK_TEST(N'public', N'$(Run)', N'Exclusive', N'Session') AS int) AS ended;
