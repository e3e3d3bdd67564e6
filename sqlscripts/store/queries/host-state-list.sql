SELECT state.since, state.until, host.moref, host.name,
       state.hz, state.cluster, state.cpu_model, state.version, state.power_policy, state.connection_state, state.in_maintenance_mode, state.boot_time
FROM host_state AS state JOIN host ON host.id = state.host_id
WHERE state.host_id = @id AND state.since < @to AND (state.until IS NULL OR state.until > @from)
ORDER BY state.since
