-- Takes each server that no session holds, and writes down for whom; of the others it tells who holds them.
WITH attempt AS MATERIALIZED (
    SELECT server, pg_try_advisory_lock(hashtextextended('timerprobe scan ' || @schema || ' ' || server, 0)) AS is_taken
    FROM unnest(string_to_array(@servers, chr(10))) AS server
), told AS (
    INSERT INTO scan_lock (name, holder, token) SELECT server, @holder, @token FROM attempt WHERE is_taken
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, token = excluded.token
)
SELECT attempt.server, scan_lock.holder FROM attempt LEFT JOIN scan_lock ON scan_lock.name = attempt.server WHERE NOT attempt.is_taken
