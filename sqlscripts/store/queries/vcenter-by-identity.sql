SELECT id, last_scan_at, last_full_scan_at FROM vcenter WHERE identity = @identity
