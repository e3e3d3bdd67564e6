SELECT MAX(at) FROM vcenter_scan WHERE at <= @limit AND run_id < @first
