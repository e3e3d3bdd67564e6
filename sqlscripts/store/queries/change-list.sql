SELECT at, is_exact, kind, cluster, what, earlier, later, server, name, machine_moref, guest_id, host_moref, from_host_moref
FROM told_change WHERE at >= @from AND at < @to ORDER BY at, id LIMIT @most
