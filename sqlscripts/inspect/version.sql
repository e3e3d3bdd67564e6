-- Purpose:  what answers: version, edition and engine, what only SQL Server or only another engine has, and the database the login landed in.
-- Versions: 10 and later; compatible servers.
-- Rights:   none.
SELECT
    CAST(@@VERSION AS nvarchar(400)) AS version_text,
    CAST(SERVERPROPERTY(N'ProductVersion') AS nvarchar(128)) AS product_version,
    CAST(SERVERPROPERTY(N'Edition') AS nvarchar(128)) AS edition,
    CAST(SERVERPROPERTY(N'EngineEdition') AS int) AS engine_edition,
    CAST(SERVERPROPERTY(N'ResourceVersion') AS nvarchar(128)) AS resource_version,
    CAST(SERVERPROPERTY(N'BabelfishVersion') AS nvarchar(128)) AS babelfish_version,
    CAST(SERVERPROPERTY(N'MachineName') AS nvarchar(128)) AS machine_name,
    CAST(SERVERPROPERTY(N'ServerName') AS nvarchar(256)) AS server_name,
    CAST(DB_NAME() AS nvarchar(128)) AS database_name,
    CAST(DATABASEPROPERTYEX(DB_NAME(), N'Updateability') AS nvarchar(128)) AS updateability;
