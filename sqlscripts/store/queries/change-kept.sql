SELECT at, is_exact, kind, cluster, what, earlier, later, server, name, machine_moref, guest_id, host_moref
FROM told_change
WHERE id > @after AND id <= @last AND at >= @from
ORDER BY at DESC, id DESC LIMIT @most
