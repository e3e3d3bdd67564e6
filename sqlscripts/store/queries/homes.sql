SELECT vcenter.identity, machine.moref, machine.bios_uuid, state.state,
       CASE
           WHEN state.until IS NULL THEN CASE WHEN vcenter.last_full_scan_at > state.since THEN vcenter.last_full_scan_at ELSE state.since END
           ELSE COALESCE((SELECT MAX(scan.at) FROM vcenter_scan AS scan
                          WHERE scan.vcenter_id = machine.vcenter_id AND scan.at >= state.since AND scan.at < state.until AND scan.is_full), state.since)
       END,
       (SELECT MAX(later.reverted_at) FROM machine_state AS later WHERE later.machine_id = state.machine_id AND later.since > state.since)
FROM machine_state AS state
JOIN machine ON machine.id = state.machine_id
JOIN vcenter ON vcenter.id = machine.vcenter_id
WHERE state.home_hz IS NOT NULL AND (state.until IS NULL OR state.until >= @oldest)
  AND NOT EXISTS (SELECT 1 FROM machine_state AS newer
                  WHERE newer.machine_id = state.machine_id AND newer.since > state.since
                    AND newer.home_hz IS NOT NULL)
