SELECT at, is_exact, kind, cluster, what, earlier, later, server, name, machine_moref, guest_id, host_moref
FROM told_change
WHERE at >= @from AND at < @to AND (CAST(@server AS TEXT) IS NULL OR lower(server) = lower(@server))
ORDER BY at DESC, id DESC LIMIT @most
