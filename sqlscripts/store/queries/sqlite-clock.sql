SELECT MAX(at) FROM (SELECT MAX(started_at) AS at FROM run UNION ALL SELECT MAX(last_scan_at) FROM vcenter)
