SELECT at, is_exact, kind, cluster, what, earlier, later, server, name, machine_moref, guest_id, host_moref
FROM told_change
WHERE id IN (SELECT id FROM change WHERE host_id = @id AND at >= @from AND at < @to
             UNION SELECT id FROM change WHERE from_host_id = @id AND at >= @from AND at < @to)
ORDER BY at, id
