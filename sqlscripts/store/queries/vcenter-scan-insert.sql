INSERT INTO vcenter_scan (vcenter_id, at, run_id, is_full, hosts, home, away, unknown, off)
VALUES (@vcenter_id, @at, @run_id, @is_full, @hosts, @home, @away, @unknown, @off)
