SELECT state.since, state.until, machine.name, state.state
FROM machine_state AS state JOIN machine ON machine.id = state.machine_id
WHERE state.machine_id = @id AND state.since < @to AND (state.until IS NULL OR state.until > @from)
ORDER BY state.since
