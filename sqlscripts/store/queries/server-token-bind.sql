UPDATE server_token SET smbios_uuid = @smbios_uuid WHERE id = @id AND smbios_uuid IS NULL AND revoked_at IS NULL
