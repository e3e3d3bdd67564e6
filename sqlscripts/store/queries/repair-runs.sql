SELECT id, started_at FROM run WHERE started_at <= @limit AND id >= @first ORDER BY id
