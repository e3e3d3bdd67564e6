-- Purpose:  the server's time, to tell whether it runs on this machine's clock.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
SELECT SYSUTCDATETIME() AS utc_now;
