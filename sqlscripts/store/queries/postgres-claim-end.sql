-- Ends the session that holds a server for whoever runs this command: an account may do that with its own sessions.
SELECT COUNT(*) FILTER (WHERE pg_terminate_backend(pid, 2000))
FROM pg_locks
JOIN scan_lock ON scan_lock.name = @server AND scan_lock.holder::json ->> 'command' = @command
WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND ((classid::bigint << 32) | objid::bigint) = hashtextextended('timerprobe scan ' || @schema || ' ' || @server, 0)
