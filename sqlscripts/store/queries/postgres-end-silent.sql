-- Ends the session that writes when it waits for the rest of a statement, or of a batch, for so long. It counts as busy, so that no time limit of the server ends it.
-- state_change is when the last message of the client was begun. An account may do that with its own sessions.
SELECT COUNT(*) FILTER (WHERE pg_terminate_backend(activity.pid))
FROM pg_locks
JOIN pg_stat_activity AS activity ON activity.pid = pg_locks.pid
WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('timerprobe write ' || @schema, 0)
  AND activity.state = 'active' AND activity.wait_event = 'ClientRead' AND activity.state_change < clock_timestamp() - @silence * interval '1 millisecond'
