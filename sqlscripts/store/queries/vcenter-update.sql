UPDATE vcenter
SET server = @server, version = @version, last_scan_at = @at, last_full_scan_at = COALESCE(CAST(@full_at AS BIGINT), last_full_scan_at)
WHERE id = @id
