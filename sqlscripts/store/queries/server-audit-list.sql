SELECT id, at, node, actor, address, action, subject, detail FROM server_audit WHERE id < @before ORDER BY id DESC LIMIT @count
