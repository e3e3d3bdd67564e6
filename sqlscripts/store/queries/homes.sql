SELECT vcenter.identity, machine.moref, machine.bios_uuid, state.state,
       CASE
           WHEN state.until IS NULL THEN CASE WHEN vcenter.last_full_scan_at > state.since THEN vcenter.last_full_scan_at ELSE state.since END
           ELSE COALESCE((SELECT MAX(scan.at) FROM vcenter_scan AS scan
                          WHERE scan.vcenter_id = machine.vcenter_id AND scan.at >= state.since AND scan.at < state.until AND scan.is_full), state.since)
       END,
       (SELECT MAX(later.reverted_at) FROM machine_state AS later WHERE later.machine_id = state.machine_id AND later.since > state.since),
       state.since
FROM machine
JOIN vcenter ON vcenter.id = machine.vcenter_id
JOIN machine_state AS state ON state.machine_id = machine.id
 AND state.since = (SELECT newest.since FROM machine_state AS newest
                    WHERE newest.machine_id = machine.id AND newest.home_hz IS NOT NULL
                    ORDER BY newest.since DESC LIMIT 1)
WHERE state.until IS NULL OR state.until >= @oldest
