SELECT id, name, smbios_uuid FROM guest WHERE smbios_uuid = @uuid OR identity = @by_name OR identity = @by_host_name ORDER BY id
