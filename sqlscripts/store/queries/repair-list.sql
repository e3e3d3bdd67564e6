-- What lies behind a time, by what it is: how much, and the latest of it.
SELECT what, COUNT(*), MAX(at)
FROM (
    SELECT 1 AS place, 'runs' AS what, started_at AS at FROM run WHERE started_at > @limit
    UNION ALL SELECT 2, 'last scans of vCenters', last_scan_at FROM vcenter WHERE last_scan_at > @limit
    UNION ALL SELECT 3, 'scans of vCenters', at FROM vcenter_scan WHERE at > @limit
    UNION ALL SELECT 4, 'states of hosts', CASE WHEN until > since THEN until ELSE since END FROM host_state WHERE since > @limit OR until > @limit
    UNION ALL SELECT 5, 'states of virtual machines', CASE WHEN until > since THEN until ELSE since END FROM machine_state WHERE since > @limit OR until > @limit
    UNION ALL SELECT 6, 'changes', at FROM change WHERE at > @limit
    UNION ALL SELECT 7, 'measurements of guests', at FROM guest_measurement WHERE at > @limit
    UNION ALL SELECT 8, 'answers of vCenters', last_tried_at FROM target_health WHERE last_tried_at > @limit
    UNION ALL SELECT 9, 'alerts', created_at FROM alert WHERE created_at > @limit
) AS future
GROUP BY place, what
ORDER BY place
