SELECT host.id, host.moref, state.state, host.name
FROM host LEFT JOIN host_state AS state ON state.host_id = host.id AND state.until IS NULL
WHERE host.vcenter_id = @vcenter_id
