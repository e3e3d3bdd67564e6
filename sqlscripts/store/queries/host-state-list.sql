SELECT state.since, state.until, host.name, state.state
FROM host_state AS state JOIN host ON host.id = state.host_id
WHERE state.host_id = @id AND state.since < @to AND (state.until IS NULL OR state.until > @from)
ORDER BY state.since
