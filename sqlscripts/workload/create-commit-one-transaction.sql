-- Purpose:  the control of the commit loop: the same inserts and deletes in one transaction. Cancelled, it rolls back.
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
    BEGIN TRANSACTION;
    WHILE @pass < @count
    BEGIN
        INSERT INTO $(Table) (id, filler) VALUES (@pass, 0);
        DELETE FROM $(Table) WHERE id = @pass;
        SET @pass = @pass + 1;
    END;
    COMMIT TRANSACTION;
END;
