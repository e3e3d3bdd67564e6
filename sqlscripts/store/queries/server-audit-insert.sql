INSERT INTO server_audit (at, node, actor, address, action, subject, detail) VALUES (@at, @node, @actor, @address, @action, @subject, @detail)
