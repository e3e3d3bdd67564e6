SELECT id, name, hash, scopes, machine, smbios_uuid, created_at, created_by, expires_at, revoked_at, last_used_at FROM server_token WHERE id = @id
