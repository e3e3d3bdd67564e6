-- Purpose:  holds a lock with the name of the run for as long as its connection lives, so that another run's sweep leaves its
--           objects alone.
-- Versions: 10 and later, Azure SQL; not sent to compatible servers.
-- Rights:   none beyond being in the role public.
DECLARE @granted int;
EXEC @granted = sp_getapplock @Resource = N'$(Run)', @LockMode = N'Exclusive', @LockOwner = N'Session', @LockTimeout = 0, @DbPrincipal = N'public';
SELECT CAST(@granted AS int) AS granted;
