DELETE FROM server_scan WHERE server = @server
