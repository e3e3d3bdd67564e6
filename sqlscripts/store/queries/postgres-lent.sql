-- A scheduler takes the locks of all nodes within a transaction: one that says nothing for so long is stopped, or its line is dead.
SELECT
    set_config('idle_in_transaction_session_timeout', '20s', false),
    set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false), set_config('tcp_keepalives_count', '3', false)
