UPDATE machine SET name = @name, bios_uuid = @bios_uuid, guest_host_name = @guest_host_name, gone_at = NULL WHERE id = @id
