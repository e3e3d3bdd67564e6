-- A scheduler takes the locks of all nodes within a transaction: one that says nothing for so long is stopped, or its line is dead.
SELECT set_config('idle_in_transaction_session_timeout', '20s', false)
