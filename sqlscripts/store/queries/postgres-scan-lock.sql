SELECT pg_try_advisory_lock(hashtextextended('timerprobe scan ' || @schema, 0))
