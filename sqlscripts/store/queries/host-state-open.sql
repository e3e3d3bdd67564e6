SELECT host.id, host.moref, host.name, state.since IS NOT NULL,
       state.hz, state.cluster, state.cpu_model, state.version, state.power_policy, state.connection_state, state.in_maintenance_mode, state.boot_time
FROM host LEFT JOIN host_state AS state ON state.host_id = host.id AND state.until IS NULL
WHERE host.vcenter_id = @vcenter_id
