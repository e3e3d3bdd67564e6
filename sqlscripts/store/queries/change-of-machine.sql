SELECT at, is_exact, kind, cluster, what, earlier, later, server, name, machine_moref, guest_id, host_moref
FROM told_change WHERE machine_id = @id AND at >= @from AND at < @to ORDER BY at, id
