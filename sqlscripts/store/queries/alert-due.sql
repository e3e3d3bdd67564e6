SELECT id, channel, created_at, kind, subject, payload, state, attempts, next_attempt_at, last_error, delivered_at, acknowledged_at
FROM alert WHERE channel = @channel AND (next_attempt_at <= @now OR next_attempt_at > @latest) ORDER BY created_at, id, channel LIMIT @most
