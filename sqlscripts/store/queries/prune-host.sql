DELETE FROM host
WHERE gone_at < @cutoff
  AND NOT EXISTS (SELECT 1 FROM host_state WHERE host_state.host_id = host.id)
  AND NOT EXISTS (SELECT 1 FROM change WHERE change.host_id = host.id OR change.from_host_id = host.id)
