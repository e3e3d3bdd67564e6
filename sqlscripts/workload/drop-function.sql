-- Purpose:  removes a function of a run, if it is there.
-- Versions: 10 and later; compatible servers.
-- Rights:   ALTER on the schema dbo.
IF OBJECT_ID(N'dbo.$(Object)') IS NOT NULL DROP FUNCTION dbo.$(Object);
