-- The times behind a time, each once, with the first run that has it.
SELECT at, MIN(run_id)
FROM (
    SELECT started_at AS at, id AS run_id FROM run WHERE started_at > @limit
    UNION ALL SELECT at, run_id FROM vcenter_scan WHERE at > @limit
    UNION ALL SELECT at, run_id FROM change WHERE at > @limit
    UNION ALL SELECT at, run_id FROM guest_measurement WHERE at > @limit
    UNION ALL SELECT last_scan_at, NULL FROM vcenter WHERE last_scan_at > @limit
    UNION ALL SELECT last_full_scan_at, NULL FROM vcenter WHERE last_full_scan_at > @limit
    UNION ALL SELECT first_seen_at, NULL FROM host WHERE first_seen_at > @limit
    UNION ALL SELECT gone_at, NULL FROM host WHERE gone_at > @limit
    UNION ALL SELECT since, NULL FROM host_state WHERE since > @limit
    UNION ALL SELECT until, NULL FROM host_state WHERE until > @limit
    UNION ALL SELECT first_seen_at, NULL FROM machine WHERE first_seen_at > @limit
    UNION ALL SELECT gone_at, NULL FROM machine WHERE gone_at > @limit
    UNION ALL SELECT since, NULL FROM machine_state WHERE since > @limit
    UNION ALL SELECT until, NULL FROM machine_state WHERE until > @limit
    UNION ALL SELECT last_tried_at, NULL FROM target_health WHERE last_tried_at > @limit
    UNION ALL SELECT last_success_at, NULL FROM target_health WHERE last_success_at > @limit
    UNION ALL SELECT created_at, NULL FROM alert WHERE created_at > @limit
    UNION ALL SELECT delivered_at, NULL FROM alert WHERE delivered_at > @limit
    UNION ALL SELECT acknowledged_at, NULL FROM alert WHERE acknowledged_at > @limit
) AS future
GROUP BY at
ORDER BY at
