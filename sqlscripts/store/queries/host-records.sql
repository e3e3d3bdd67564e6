SELECT vcenter.identity, host.moref, state.hz, state.cpu_model, state.boot_time, state.until
FROM host_state AS state
JOIN host ON host.id = state.host_id
JOIN vcenter ON vcenter.id = host.vcenter_id
WHERE state.hz IS NOT NULL AND state.boot_time IS NOT NULL
