SELECT at, is_exact, kind, cluster, what, earlier, later, server, name, machine_moref, guest_id, host_moref
FROM told_change
WHERE id IN (SELECT id FROM change WHERE cluster = @name AND vcenter_id = @vcenter_id AND at >= @from AND at < @to)
ORDER BY at, id
