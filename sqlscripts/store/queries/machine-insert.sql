INSERT INTO machine (id, vcenter_id, moref, name, bios_uuid, guest_host_name, first_seen_at)
VALUES (@id, @vcenter_id, @moref, @name, @bios_uuid, @guest_host_name, @at)
