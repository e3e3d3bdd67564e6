SELECT id, name, smbios_uuid FROM guest WHERE lower(name) = lower(@name) OR smbios_uuid = @uuid ORDER BY name, id
