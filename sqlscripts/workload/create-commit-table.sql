-- Purpose:  the table of the commit loop. It holds one row at most.
-- Versions: 10 and later; compatible servers.
-- Rights:   CREATE TABLE in the database and ALTER on the schema dbo; none in tempdb, where the table is temporary.
CREATE TABLE $(Table) (id bigint NOT NULL PRIMARY KEY, filler bigint NOT NULL);
