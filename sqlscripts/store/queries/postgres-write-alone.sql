SELECT
    set_config('lock_timeout', @lock_timeout, true),
    set_config('idle_in_transaction_session_timeout', @idle_timeout, true),
    pg_advisory_xact_lock(hashtextextended('timerprobe write ' || @schema, 0))
