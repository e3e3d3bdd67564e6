SELECT state.since, state.until, machine.name, state.state
FROM machine_state AS state JOIN machine ON machine.id = state.machine_id
WHERE state.cluster = @name AND machine.vcenter_id = @vcenter_id AND state.since < @to AND (state.until IS NULL OR state.until > @from)
ORDER BY state.since, machine.name, machine.id
