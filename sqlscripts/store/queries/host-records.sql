SELECT vcenter.identity, state.state,
       CASE
           WHEN state.until IS NULL THEN CASE WHEN vcenter.last_full_scan_at > state.since THEN vcenter.last_full_scan_at ELSE state.since END
           ELSE COALESCE((SELECT MAX(scan.at) FROM vcenter_scan AS scan
                          WHERE scan.vcenter_id = host.vcenter_id AND scan.at >= state.since AND scan.at < state.until AND scan.is_full), state.since)
       END
FROM host_state AS state
JOIN host ON host.id = state.host_id
JOIN vcenter ON vcenter.id = host.vcenter_id
