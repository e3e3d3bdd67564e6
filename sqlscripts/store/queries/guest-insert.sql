INSERT INTO guest (id, identity, name, smbios_uuid) VALUES (@id, @identity, @name, @smbios_uuid)
