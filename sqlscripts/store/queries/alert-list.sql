SELECT id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at, last_error, delivered_at, acknowledged_at
FROM alert ORDER BY created_at DESC, id, channel LIMIT @most
