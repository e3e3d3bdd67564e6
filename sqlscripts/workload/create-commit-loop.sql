-- Purpose:  a loop that inserts and deletes one row, each a transaction of its own. In tempdb no commit waits for the log;
--           to see storage, choose another database.
-- Versions: 10 and later; compatible servers.
-- Rights:   INSERT, DELETE and SELECT on the schema dbo; none in tempdb, where the table is temporary.
CREATE PROCEDURE $(Object) @count bigint
AS
BEGIN
    SET NOCOUNT ON;
    SET IMPLICIT_TRANSACTIONS OFF;
    SET XACT_ABORT ON;
    DECLARE @pass bigint;
    SET @pass = 0;
    WHILE @pass < @count
    BEGIN
        INSERT INTO $(Table) (id, filler) VALUES (@pass, 0);
        DELETE FROM $(Table) WHERE id = @pass;
        SET @pass = @pass + 1;
    END;
END;
