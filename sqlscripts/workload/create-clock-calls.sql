-- Purpose:  a loop that assigns the time. Against its twin that assigns a constant, the difference per pass is what one
--           clock call costs inside the server.
-- Versions: 10 and later; compatible servers.
-- Rights:   none: the procedure is temporary.
CREATE PROCEDURE $(Object) @count bigint
AS
BEGIN
    SET NOCOUNT ON;
    DECLARE @pass bigint;
    DECLARE @constant datetime2(7);
    DECLARE @value datetime2(7);
    SET @pass = 0;
    SET @constant = SYSUTCDATETIME();
    WHILE @pass < @count
    BEGIN
        SET @value = SYSUTCDATETIME();
        SET @pass = @pass + 1;
    END;
END;
