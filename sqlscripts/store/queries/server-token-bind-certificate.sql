INSERT INTO server_token (id, name, hash, scopes, machine, smbios_uuid, created_at, created_by)
VALUES (@id, @name, @hash, @scopes, @machine, @smbios_uuid, @now, @name)
ON CONFLICT (id) DO UPDATE SET smbios_uuid = EXCLUDED.smbios_uuid, created_at = EXCLUDED.created_at, revoked_at = NULL WHERE server_token.revoked_at IS NOT NULL
