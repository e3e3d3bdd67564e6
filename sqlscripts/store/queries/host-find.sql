SELECT host.id, vcenter.server, host.moref, host.name, host.first_seen_at, host.gone_at, vcenter.last_scan_at
FROM host JOIN vcenter ON vcenter.id = host.vcenter_id
WHERE lower(host.name) = lower(@name) OR host.moref = @name
ORDER BY host.name, vcenter.server, host.id
