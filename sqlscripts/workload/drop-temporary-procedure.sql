-- Purpose:  removes a temporary procedure of a run, if it is there.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
IF OBJECT_ID(N'tempdb..$(Object)') IS NOT NULL DROP PROCEDURE $(Object);
