DELETE FROM server_audit WHERE at < @before
