SELECT set_config('lock_timeout', @busy_timeout, true), pg_advisory_xact_lock(hashtextextended('timerprobe write ' || @schema, 0))
