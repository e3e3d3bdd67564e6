-- Purpose:  the computer an instance runs on right now. Of a failover cluster, MachineName is the cluster's network name, and this
--           the node.
-- Versions: 10 and later; compatible servers may answer NULL.
-- Rights:   none.
SELECT CAST(SERVERPROPERTY(N'ComputerNamePhysicalNetBIOS') AS nvarchar(128)) AS physical_name;
