INSERT INTO vcenter (id, identity, server) VALUES (@id, @identity, @server)
