SELECT state.since, state.until, machine.moref, machine.name, state.power_state, state.boot_time, state.cluster, state.host, state.host_hz,
       state.home_host, state.home_hz, state.home_source, state.home_certainty, state.home_since, state.placement, state.verdict, state.cause, state.settings
FROM machine_state AS state JOIN machine ON machine.id = state.machine_id
WHERE state.cluster = @name AND machine.vcenter_id = @vcenter_id AND state.since < @to AND (state.until IS NULL OR state.until > @from)
ORDER BY state.since, machine.name, machine.id
