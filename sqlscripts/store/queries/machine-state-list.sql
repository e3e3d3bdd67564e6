SELECT state.since, state.until, machine.moref, machine.name, machine.bios_uuid, machine.guest_host_name,
       state.power_state, state.boot_time, state.cluster, state.host_moref, state.host, state.host_hz, state.home_host, state.home_hz,
       state.home_source, state.home_since, state.placement, state.reverted_at, state.verdict, state.cause, state.settings,
       state.home_certainty
FROM machine_state AS state JOIN machine ON machine.id = state.machine_id
WHERE state.machine_id = @id AND state.since < @to AND (state.until IS NULL OR state.until > @from)
ORDER BY state.since
