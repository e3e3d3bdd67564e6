SELECT set_config('lock_timeout', @patience, true), pg_advisory_xact_lock(hashtextextended('timerprobe write ' || @schema, 0))
