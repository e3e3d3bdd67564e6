DELETE FROM vcenter_scan WHERE run_id IN (SELECT id FROM run WHERE started_at < @cutoff AND id < @first_kept)
