SELECT machine.id, vcenter.server, machine.moref, machine.name, machine.bios_uuid, machine.guest_host_name, machine.first_seen_at, machine.gone_at, vcenter.last_scan_at
FROM machine JOIN vcenter ON vcenter.id = machine.vcenter_id
WHERE lower(machine.name) = lower(@name) OR lower(machine.guest_host_name) = lower(@name) OR machine.bios_uuid = @uuid OR machine.moref = @name
ORDER BY machine.name, vcenter.server, machine.id
