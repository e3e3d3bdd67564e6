SELECT MIN(at)
FROM (
    SELECT MIN(started_at) AS at FROM run WHERE id < @first_kept
    UNION ALL
    SELECT MIN(at) FROM change
    UNION ALL
    SELECT MIN(at) FROM guest_measurement
    UNION ALL
    SELECT MIN(until) FROM machine_state WHERE until IS NOT NULL
    UNION ALL
    SELECT MIN(until) FROM host_state WHERE until IS NOT NULL
    UNION ALL
    SELECT MIN(COALESCE(acknowledged_at, delivered_at, created_at)) FROM alert WHERE state <> 'pending'
) AS oldest
