SELECT machine.id, machine.moref, state.state, machine.name, machine.bios_uuid, machine.guest_host_name
FROM machine LEFT JOIN machine_state AS state ON state.machine_id = machine.id AND state.until IS NULL
WHERE machine.vcenter_id = @vcenter_id
