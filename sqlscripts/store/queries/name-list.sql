SELECT DISTINCT name
FROM (
    SELECT 'vm' AS kind, vcenter.server AS server, machine.name AS name FROM machine JOIN vcenter ON vcenter.id = machine.vcenter_id
    UNION ALL
    SELECT 'vm', vcenter.server, machine.guest_host_name FROM machine JOIN vcenter ON vcenter.id = machine.vcenter_id
    UNION ALL
    SELECT 'host', vcenter.server, host.name FROM host JOIN vcenter ON vcenter.id = host.vcenter_id
    UNION ALL
    SELECT 'cluster', vcenter.server, host_state.cluster
    FROM host_state JOIN host ON host.id = host_state.host_id JOIN vcenter ON vcenter.id = host.vcenter_id
    UNION ALL
    SELECT 'guest', NULL, guest.name FROM guest
) AS known
WHERE name IS NOT NULL
  AND (CAST(@kind AS TEXT) IS NULL OR kind = @kind)
  AND (CAST(@server AS TEXT) IS NULL OR lower(server) = lower(@server))
