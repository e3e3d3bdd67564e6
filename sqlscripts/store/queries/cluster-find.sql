SELECT DISTINCT vcenter.id, vcenter.server, host_state.cluster
FROM host_state
JOIN host ON host.id = host_state.host_id
JOIN vcenter ON vcenter.id = host.vcenter_id
WHERE lower(host_state.cluster) = lower(@name)
ORDER BY vcenter.server, host_state.cluster
