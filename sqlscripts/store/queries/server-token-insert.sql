INSERT INTO server_token (id, name, hash, scopes, machine, smbios_uuid, created_at, created_by, expires_at)
VALUES (@id, @name, @hash, @scopes, @machine, @smbios_uuid, @created_at, @created_by, @expires_at)
