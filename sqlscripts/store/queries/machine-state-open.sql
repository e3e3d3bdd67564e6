SELECT machine.id, machine.moref, machine.name, machine.bios_uuid, machine.guest_host_name, state.since IS NOT NULL,
       state.power_state, state.boot_time, state.cluster, state.host_moref, state.host, state.host_hz, state.home_host, state.home_hz,
       state.home_source, state.home_since, state.placement, state.reverted_at, state.verdict, state.cause, state.settings,
       state.home_certainty
FROM machine LEFT JOIN machine_state AS state ON state.machine_id = machine.id AND state.until IS NULL
WHERE machine.vcenter_id = @vcenter_id
