SELECT id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at, last_error, delivered_at, acknowledged_at
FROM alert WHERE id IN (
    SELECT id FROM alert WHERE @all = 1 OR state <> 'acknowledged' GROUP BY id ORDER BY MAX(created_at) DESC, id LIMIT @most)
ORDER BY id, created_at DESC, channel
