-- Purpose:  removes a temporary procedure of a run, if it is there. Some compatible servers keep it among a database's own objects,
--           where only its name finds it.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
IF OBJECT_ID(N'tempdb..$(Object)') IS NOT NULL OR EXISTS (SELECT o.name FROM sys.objects AS o WHERE o.name = N'$(Object)') DROP PROCEDURE $(Object);
